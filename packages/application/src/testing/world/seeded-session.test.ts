import { describe, expect, it } from "vitest";

import { sessionOracle } from "../session-oracle.ts";
import { drain } from "../trading-world.ts";
import { runSeededSession } from "./seeded-session.ts";

const SESSIONS = 45;

describe("a seeded session with faults and crashes", () => {
  it("always sends what the rules want and nothing else, and ends with the venue's books", async () => {
    const judged = { orders: 0, standings: 0, trails: 0 };
    const seen = new Set<string>();
    let fills = 0;
    for (let seed = 1; seed <= SESSIONS; seed += 1) {
      const witness = sessionOracle();
      const report = await runSeededSession(seed, drain, { witness });
      expect(report.broken, `seed ${seed}`).toEqual([]);
      expect(witness.broken, `seed ${seed}`).toEqual([]);
      judged.orders += witness.judged.orders;
      judged.standings += witness.judged.standings;
      judged.trails += witness.judged.trails;
      fills += report.fills;
      for (const sight of report.seen) seen.add(sight);
    }
    // Safe also because it did trade, and because the faults did happen.
    expect(fills).toBeGreaterThan(10 * SESSIONS);
    expect(judged.orders).toBeGreaterThan(5 * SESSIONS);
    expect(judged.standings).toBeGreaterThan(100 * SESSIONS);
    expect(judged.trails).toBeGreaterThan(1_000 * SESSIONS);
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
