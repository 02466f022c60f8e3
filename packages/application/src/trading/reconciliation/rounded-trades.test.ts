import { money, price, shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { openParts } from "../../testing/traded-parts.ts";
import { AAPL, inTime, withBroker } from "../../testing/trading-world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { areCashesDifferent } from "../account/reconciled.ts";
import { reconcileAccount } from "./reconcile-account.ts";

/** A share of these moves half a cent more than the account's cash does. */
const BETWEEN_CENTS = price(1_000_050);
const TRADES = 11;
/** Half a cent of each, and a quarter of one of what was traded in parts. */
const ROUNDED = TRADES * 50 + 25;
const CENT = 100;

/** An account whose broker has rounded each of its trades to the cent, and has so much more beside. */
async function openRounded({
  beside = 0,
  roundsToCents,
}: {
  beside?: number;
  roundsToCents?: true;
}) {
  const { needs, trade, world } = await openParts();
  for (let count = 0; count < TRADES; count += 1) {
    const { brokerOrderId } = world.venue.buyElsewhere(AAPL, shares(1));
    world.venue.trade(brokerOrderId, shares(1), BETWEEN_CENTS);
  }
  // Parts of shares are told as cash alone: $50.0025.
  trade(0.5, BETWEEN_CENTS);
  world.venue.cash = money(world.venue.cash - ROUNDED + beside);
  const broker = await needs.brokers.connect(world.accountId);
  const terms = { ...broker.terms, ...(roundsToCents && { roundsToCents }) };
  const by = withBroker(needs, { ...broker, terms });
  const reconcile = reconcileAccount(by, openNotFoundWatch());
  const done = await inTime(world, reconcile(world.accountId));
  if (!done.ok) throw new Error(done.refusal.kind);
  return done.value;
}

describe("cash of which a broker rounds what each trade moved", () => {
  it("is no other one by no more than that, however many trades there were", async () => {
    const found = await openRounded({ roundsToCents: true });

    expect(found).toMatchObject({ drift: [], cashDrift: ROUNDED });
    expect(areCashesDifferent(found)).toBe(false);
  });

  it("is another one where more than that is missing, or came", async () => {
    const more = await openRounded({ beside: 2 * ROUNDED + CENT, roundsToCents: true });
    const less = await openRounded({ beside: -CENT, roundsToCents: true });

    expect(areCashesDifferent(more)).toBe(true);
    expect(areCashesDifferent(less)).toBe(true);
  });

  it("is another one at a broker that rounds nothing", async () => {
    expect(areCashesDifferent(await openRounded({}))).toBe(true);
  });
});
