import { describe, expect, it } from "vitest";

import { drain } from "../testing/trading-world.ts";
import { runSeededSession } from "./seeded-session.ts";

const SESSIONS = 45;

describe("a seeded session with faults and crashes", () => {
  it("always ends with books that agree with the venue", async () => {
    const seen = new Set<string>();
    let fills = 0;
    for (let seed = 1; seed <= SESSIONS; seed += 1) {
      const report = await runSeededSession(seed, drain);
      expect(report.broken, `seed ${seed}`).toEqual([]);
      fills += report.fills;
      for (const sight of report.seen) seen.add(sight);
    }
    // Safe also because it did trade, and because the faults did happen.
    expect(fills).toBeGreaterThan(10 * SESSIONS);
    expect([...seen]).toEqual(
      expect.arrayContaining([
        "account-followed",
        "account-reduced",
        "cancel-asked-again",
        "broker-stream-lost",
        "intent-refused",
        "order-never-arrived",
        "order-not-accepted",
        "reconciliation-put-off",
        "automated canceled",
        "automated denied",
        "automated filled",
        "automated rejected",
        "external filled",
        "manual denied",
        "manual canceled",
        "manual filled",
        "sale failed",
        "sale sold",
        "orders taken back",
      ]),
    );
  });

  it("comes out the same for the same seed", async () => {
    const [one, other] = [await runSeededSession(5, drain), await runSeededSession(5, drain)];

    expect(one.world.venue.executions).toEqual(other.world.venue.executions);
    expect(one.world.log.lines).toEqual(other.world.log.lines);
  });
});
