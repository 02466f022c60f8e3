import { describe, expect, it } from "vitest";

import type { PlannedAct, SimulationPlan } from "./plan.ts";
import { PLAYED_DAY_MS } from "./played-time.ts";
import { simulate } from "./simulate.ts";

/** A lively market without a fault, in which somebody does this every few seconds to two accounts. */
const planOf = (kind: string, everyMs: number, seed: number): SimulationPlan => ({
  seed,
  days: 1,
  session: "regular",
  market: "whipsaw",
  accounts: [
    {
      ...{ user: 0, mode: "TRAILING", hasStop: true, cashDollars: 25_000, isKeyless: false },
      stopAtBroker: true,
    },
    { user: 1, mode: "SIMPLE", hasStop: true, cashDollars: 25_000, isKeyless: false },
  ],
  symbols: 4,
  workers: 2,
  faults: [],
  acts: Array.from(
    { length: Math.floor((PLAYED_DAY_MS - 60_000) / everyMs) },
    (_, index): PlannedAct => ({
      at: 60_000 + everyMs * index,
      account: index % 2,
      kind,
      seed: seed + index,
    }),
  ),
});

interface Days {
  readonly cashDollars?: number;
  readonly market?: SimulationPlan["market"];
  readonly seeds?: readonly number[];
}

/** Of several seeds, what broke, and how often each state was reached. */
async function played(
  kind: string,
  everyMs: number,
  { cashDollars, market = "whipsaw", seeds = [1, 2] }: Days = {},
) {
  const broken: string[] = [];
  const reached = new Map<string, number>();
  for (const seed of seeds) {
    const plan = planOf(kind, everyMs, seed);
    const accounts = plan.accounts.map((one) => ({ ...one, ...(cashDollars && { cashDollars }) }));
    const report = await simulate({ ...plan, accounts, market });
    broken.push(...report.broken);
    for (const [state, count] of report.reached)
      reached.set(state, (reached.get(state) ?? 0) + count);
  }
  return { broken, reached };
}

describe("a simulated night", () => {
  it("in which companies split their shares leaves every account with its own, told late or not", async () => {
    const { broken, reached } = await played("split", 30_000);

    expect(broken).toEqual([]);
    expect(reached.get("booked split")).toBeGreaterThan(2);
    expect(reached.get("symbol-halted")).toBeGreaterThan(0);
  });

  it("in which what rests at brokers is made of the new shares leaves no stop open, and no account stopped", async () => {
    const { broken, reached } = await played("split-carried", 20_000, { market: "gap" });

    expect(broken).toEqual([]);
    expect(reached.get("a stop of other shares")).toBeGreaterThan(0);
    expect(reached.get("execution-refused")).toBeUndefined();
    expect(reached.get("reduced by books-contradicted")).toBeUndefined();
  });

  it("in which dividends lower what rests at brokers leaves every stop at the rule's price", async () => {
    const { broken, reached } = await played("pay-dividend", 20_000);

    expect(broken).toEqual([]);
    expect(reached.get("a stop at another price")).toBeGreaterThan(0);
    expect(reached.get("booked dividend")).toBeGreaterThan(1);
  });

  it("in which companies end, change their name or let go of a part leaves what came of them", async () => {
    const { broken, reached } = await played("reorganize", 30_000);

    expect(broken).toEqual([]);
    for (const kind of ["name-change", "cash-merger", "spin-off"])
      expect(reached.get(`booked ${kind}`), kind).toBeGreaterThan(0);
  });
});

describe("a simulated day", () => {
  it("on which the market takes trades back leaves the books as if they had never been", async () => {
    const { broken, reached } = await played("bust", 15_000);

    expect(broken).toEqual([]);
    expect(reached.get("booked bust")).toBeGreaterThan(2);
  });

  it("on which somebody trades what Sevenfold does not leaves that alone, and counts it", async () => {
    const { broken, reached } = await played("trade-foreign", 20_000);

    expect(broken).toEqual([]);
    expect(reached.get("gate short-elsewhere")).toBeGreaterThan(0);
    expect(reached.get("gate equity-unknown")).toBeGreaterThan(0);
    expect(reached.get("booked other-cash")).toBeGreaterThan(2);
  });

  it("on which somebody trades parts of shares leaves the books with the whole ones these made", async () => {
    const { broken, reached } = await played("trade-parts", 20_000);

    expect(broken).toEqual([]);
    expect(reached.get("booked shares-journal")).toBeGreaterThan(10);
    expect(reached.get("booked other-cash")).toBeGreaterThan(0);
  });

  it("on which its owner sells, cancels and changes at the broker's own site leaves the books with what is there", async () => {
    const { broken, reached } = await played("trade-elsewhere", 10_000);

    expect(broken).toEqual([]);
    for (const end of ["canceled", "expired", "filled"])
      expect(reached.get(`order external ${end}`), end).toBeGreaterThan(0);
  });

  it("on which brokers end what they had taken leaves every holding with its stop", async () => {
    const { broken, reached } = await played("end-order", 10_000);

    expect(broken).toEqual([]);
    for (const end of ["canceled", "expired", "rejected"])
      expect(reached.get(`resting-stop ${end}`), end).toBeGreaterThan(0);
  });

  it("on which somebody orders at prices of their own leaves the rule what is left", async () => {
    const { broken, reached } = await played("order-at-limit", 10_000);

    expect(broken).toEqual([]);
    expect(reached.get("order manual expired")).toBeGreaterThan(0);
    expect(reached.get("order manual filled")).toBeGreaterThan(5);
    expect(reached.get("gate order-working")).toBeGreaterThan(5);
  });

  it("on which the rules are changed time and again is decided by those of now", async () => {
    const { broken, reached } = await played("change-rules", 8_000, { seeds: [1, 2, 3] });

    expect(broken).toEqual([]);
    for (const gate of ["cash-reserve", "pacing"])
      expect(reached.get(`gate ${gate}`), gate).toBeGreaterThan(0);
    expect(reached.get("order after hours")).toBeGreaterThan(0);
  });

  it("on which brokers let only some of the cash be spent buys with the rest, and keeps that aside", async () => {
    const { broken, reached } = await played("hold-cash", 20_000, { cashDollars: 2_000 });

    expect(broken).toEqual([]);
    expect(reached.get("cash is held back")).toBeGreaterThan(10);
    expect(reached.get("gate cash-reserve")).toBeGreaterThan(0);
  });

  it("on which owners take new keys loses no trade, and stops nobody for the keys of before", async () => {
    const { broken, reached } = await played("new-keys", 15_000, { seeds: [2, 5] });

    expect(broken).toEqual([]);
    expect(reached.get("keys replaced")).toBeGreaterThan(5);
    expect(reached.get("keys replaced that were refused")).toBeGreaterThan(5);
    expect(reached.get("order automated filled")).toBeGreaterThan(30);
  });

  it("on which exchanges halt symbols for a while sends nothing of these, and goes on after", async () => {
    const { broken, reached } = await played("exchange-halt", 10_000);

    expect(broken).toEqual([]);
    expect(reached.get("gate exchange-halt")).toBeGreaterThan(10);
    expect(reached.get("order automated filled")).toBeGreaterThan(10);
  });
});
