import { describe, expect, it } from "vitest";

import { drain } from "../trading-world.ts";
import { runRestoredSession } from "./restored-session.ts";

const SESSIONS = 24;

describe("a backup of any moment of a session, brought back at any later one (P16)", () => {
  it("sends nothing before its user has looked, and comes to agree with the venue", async () => {
    let [unknown, sent] = [0, 0];
    for (let seed = 1; seed <= SESSIONS; seed += 1) {
      const isKeyless = seed % 3 === 0;
      const report = await runRestoredSession(seed, drain, { isKeyless });
      expect(report.broken, `seed ${seed}`).toEqual([]);
      unknown += report.unknown;
      sent += report.sentSince;
    }
    // Safe also because there was something to find, and because it did trade again.
    expect(unknown).toBeGreaterThan(5 * SESSIONS);
    expect(sent).toBeGreaterThan(5 * SESSIONS);
  });
});
