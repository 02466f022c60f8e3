import { describe, expect, it } from "vitest";

import { sessionOracle } from "../session-oracle.ts";
import { drain } from "../trading-world.ts";
import { runSeededSession, type SessionReport } from "./seeded-session.ts";

const SESSIONS = 14;

describe("a seeded session at a venue that returns no keys and tells fills in sums", () => {
  it("always ends with books that agree with the venue, or asks its user", async () => {
    let [agreed, fills] = [0, 0];
    for (let seed = 1; seed <= SESSIONS; seed += 1) {
      const witness = sessionOracle();
      const report = await runSeededSession(seed, drain, { isKeyless: true, witness });
      expect(witness.broken, `seed ${seed}`).toEqual([]);
      fills += report.fills;
      // Two orders that look alike are told apart by a person, who never comes in these sessions.
      if (report.seen.has("order-ambiguous")) {
        expect(report.world.venue.violations, `seed ${seed}`).toEqual([]);
        expect(report.broken.filter(isTwice), `seed ${seed}`).toEqual([]);
        continue;
      }
      agreed += 1;
      expect(report.broken.filter(isOfSingleFills), `seed ${seed}`).toEqual([]);
      expect(await centsApart(report), `seed ${seed}`).toBe(0);
    }
    expect(agreed).toBeGreaterThan(SESSIONS / 2);
    expect(fills).toBeGreaterThan(5 * SESSIONS);
  });
});

const isTwice = (claim: string): boolean => /arrived \d+ times|cash is -/.test(claim);

/** The venue's single executions have other names, and averages round: see below. */
const isOfSingleFills = (claim: string): boolean =>
  !/^not the venue's executions|^cash: /.test(claim);

/** Cash here and there, but for the ten-thousandths that averages round away. */
async function centsApart({
  world: { accountId, storage, venue },
}: SessionReport): Promise<number> {
  const account = (await storage.read.accounts.byId(accountId))!;
  return Math.abs(Math.round((account.cash - venue.cash) / 100));
}
