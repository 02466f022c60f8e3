import { type Instant, instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import type { Decision } from "../ports/stores/decision-store.ts";
import { AAPL, after, seed, someFill, someOrder } from "../testing/storage-rows.ts";
import { inMemoryStorage } from "../testing/world/in-memory-storage.ts";
import { readTrades, tradePageOf } from "./read-trades.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const units = (each: number) => price(Math.round(each * 10_000));

/** A buy of the worker's, decided at noon and written down a tenth of a second later. */
async function bought(scene: {
  /** When each decision that the journal has was made, and its price. */
  readonly decided: readonly (readonly [at: Instant, price: number])[];
  readonly filledAt?: Instant;
  readonly hasOrder?: boolean;
}) {
  const { decided, filledAt = after(200), hasOrder = true } = scene;
  const storage = inMemoryStorage();
  const { account, user } = await seed(storage);
  const order = someOrder(account.id, { reason: "trail-drop", createdAt: after(100) });
  const fill = { clientKey: order.clientKey, reason: "trail-drop", at: filledAt };
  await storage.transact(async ({ decisions, fills, orders }) => {
    if (hasOrder) await orders.add(order);
    await fills.add(someFill(account.id, fill));
    await decisions.add(decided.map(([at, each]) => decisionOf(account.id, at, each)));
  });
  const latest = await readTrades({ storage })(user.id, 10);
  const page = await tradePageOf(storage.read, account.id, { limit: 10 });
  if (!latest.ok) throw new Error(latest.refusal.kind);
  return { latest: latest.value[0]?.explanation, page: page.rows[0]?.explanation };
}

const decisionOf = (accountId: string, at: Instant, each: number): Decision => ({
  accountId,
  ticker: AAPL,
  at,
  verdict: "entered",
  reason: "trail-drop",
  price: units(each),
  reference: units(each / 0.95),
  trigger: units((each / 0.95) * 0.96),
  settingsVersion: 1,
});

describe("why the worker traded", () => {
  it("is what its order was decided on", async () => {
    const said = await bought({
      decided: [
        [after(0), 95],
        [after(-HOUR_MS), 190],
      ],
    });

    const words = "Bought because $95.00 is 5.0% below the high of $100.00 (trigger $96.00).";
    expect(said).toEqual({ latest: words, page: words });
  });

  it("is said in short while the journal does not have it, and never by one of before", async () => {
    const said = await bought({ decided: [[after(-HOUR_MS), 190]] });

    for (const words of Object.values(said)) expect(words).not.toMatch(/\d/);
  });

  it("is found also where the venue's clock is behind", async () => {
    const decided = [[after(0), 95]] as const;
    const said = await bought({ decided, filledAt: after(-SECOND_MS) });

    expect(said.latest).toContain("$95.00");
    expect(said.page).toContain("$95.00");
  });

  it("is the latest one before of what no order is on record of, as of a demo's past", async () => {
    const filledAt = instant(after(5 * 60 * SECOND_MS));
    const said = await bought({ decided: [[after(0), 95]], filledAt, hasOrder: false });

    expect(said.latest).toContain("$95.00");
  });
});
