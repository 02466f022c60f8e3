import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { attachedAccount } from "../../testing/attached-account.ts";
import { AAPL, MSFT } from "../../testing/trading-world.ts";
import { screenBasis } from "../account/price-basis.ts";
import type { Drift, Reconciled } from "../account/reconciled.ts";
import { type AskedBy, askedBy, judgeBasis } from "./judge-basis.ts";

const NOTHING: AskedBy = { jumped: [], costs: new Map() };
const AT_WORK = { left: 0, others: 0, stop: 0, stopFilled: 0 };

it.each([
  ["nothing at work", { ours: 10, theirs: 5 }, AT_WORK, true],
  ["an order that has as much left", { ours: 10, theirs: 5 }, { ...AT_WORK, left: 5 }, false],
  ["an order that has less left", { ours: 10, theirs: 5 }, { ...AT_WORK, left: 4 }, true],
  ["a purchase that has as much left", { ours: 5, theirs: 10 }, { ...AT_WORK, left: 5 }, false],
  ["a stop of as much", { ours: 10, theirs: 5 }, { ...AT_WORK, stop: 5 }, false],
  [
    "a stop of which a part is booked",
    { ours: 10, theirs: 5 },
    { ...AT_WORK, stop: 5, stopFilled: 1 },
    true,
  ],
  ["both of as much", { ours: 10, theirs: 5 }, { ...AT_WORK, left: 2, stop: 3 }, false],
  ["an order of somebody else's", { ours: 10, theirs: 100 }, { ...AT_WORK, others: 1 }, false],
])("a difference beside %s is one of a split, or not", async (_, numbers, atWork, isHalted) => {
  const { followed, needs } = await attachedAccount();
  const { basis, book, stops } = followed;
  const slot = book.slots.get(AAPL)!;
  book.workingShares[slot] = atWork.left;
  book.ordersOther[slot] = atWork.others;
  const stop = { ticker: AAPL, quantity: shares(atWork.stop), filled: shares(atWork.stopFilled) };
  if (0 < atWork.stop) stops.open.set("stop", stop as never);
  const drift: Drift = { ticker: AAPL, ours: shares(numbers.ours), theirs: shares(numbers.theirs) };
  const found = { drift: [drift], tradedAside: new Set() } as unknown as Reconciled;

  judgeBasis(needs, followed, found, NOTHING);
  expect(basis.halted.has(AAPL)).toBe(false);
  judgeBasis(needs, { ...followed, reconciled: found }, found, NOTHING);

  expect(basis.halted.has(AAPL)).toBe(isHalted);
});

it.each([
  ["is asked about once more", [], "again", false],
  [
    "is halted at once where it is on record that holdings differ",
    ["holdings-differ"],
    "enough",
    true,
  ],
] as const)("what a worker that begins sees split %s", async (_, known, answer, isHalted) => {
  const { followed, needs } = await attachedAccount();
  const reductions = known.map((because) => ({ because, at: 0 as Instant }));
  followed.account = { ...followed.account, reductions };
  const drift: Drift = { ticker: AAPL, ours: shares(10), theirs: shares(30) };
  const found = { drift: [drift], tradedAside: new Set() } as unknown as Reconciled;

  expect(judgeBasis(needs, followed, found, askedBy(followed))).toBe(answer);
  expect(followed.basis.halted.has(AAPL)).toBe(isHalted);

  expect(judgeBasis(needs, { ...followed, reconciled: found }, found, NOTHING)).toBe("enough");
  expect(followed.basis.halted.has(AAPL)).toBe(true);
});

it("is asked about once more for as long as it is another split each time, of a worker that begins", async () => {
  const { followed, needs } = await attachedAccount();
  const seen = (ours: number, theirs: number): Reconciled => {
    const drift: Drift = { ticker: AAPL, ours: shares(ours), theirs: shares(theirs) };
    return { drift: [drift], tradedAside: new Set() } as unknown as Reconciled;
  };
  const [first, second] = [seen(10, 29), seen(10, 30)];
  expect(judgeBasis(needs, followed, first, NOTHING)).toBe("again");

  expect(judgeBasis(needs, { ...followed, reconciled: first }, second, NOTHING)).toBe("again");
  expect(judgeBasis(needs, { ...followed, reconciled: second }, second, NOTHING)).toBe("enough");
  expect(followed.basis.halted.has(AAPL)).toBe(true);

  const third = seen(10, 31);
  expect(judgeBasis(needs, { ...followed, reconciled: second }, third, NOTHING)).toBe("enough");
});

it("takes a fill that was booked while the broker was asked first for no split, whatever else differs", async () => {
  const { followed, needs } = await attachedAccount();
  const { basis, book } = followed;
  const slot = book.slots.get(AAPL)!;
  followed.account = {
    ...followed.account,
    reductions: [{ because: "holdings-differ", at: 0 as Instant }],
  };
  [book.held[slot], book.costBasis[slot]] = [1, 100];
  const asked = askedBy(followed);
  [book.held[slot], book.costBasis[slot]] = [7, 700];
  const drift: Drift = { ticker: AAPL, ours: shares(7), theirs: shares(1) };
  const found = { drift: [drift], tradedAside: new Set() } as unknown as Reconciled;

  expect(judgeBasis(needs, followed, found, asked)).toBe("again");
  expect(basis.halted.has(AAPL)).toBe(false);
});

it("halts what looked split for as long as trades of it are listed that are not booked", async () => {
  const { followed, needs } = await attachedAccount();
  const { halted } = followed.basis;
  halted.set(AAPL, shares(10));
  const found = (aside: readonly Ticker[]) =>
    ({ drift: [], tradedAside: new Set(aside) }) as unknown as Reconciled;

  judgeBasis(needs, followed, found([AAPL]), NOTHING);
  expect([...halted.keys()]).toEqual([AAPL]);

  judgeBasis(needs, followed, found([MSFT]), NOTHING);
  expect([...halted.keys()]).toEqual([]);
});

it.each([
  ["a fill that was booked while the broker was asked makes", 5, 1, 500, "again", true],
  ["a split that was booked meanwhile makes", 20, 10, 1_000, "enough", false],
] as const)(
  "of as many shares here as there, which %s",
  async (_, held, theirs, cost, answer, isHalted) => {
    const { followed, needs } = await attachedAccount();
    const { basis, book } = followed;
    const slot = book.slots.get(AAPL)!;
    basis.halted.set(AAPL, shares(theirs));
    [book.held[slot], book.costBasis[slot]] = [held, 1_000];
    const asked = askedBy(followed);
    [book.held[slot], book.costBasis[slot]] = [theirs, cost];
    const found = { drift: [], tradedAside: new Set() } as unknown as Reconciled;

    expect(judgeBasis(needs, { ...followed, reconciled: found }, found, asked)).toBe(answer);
    expect(basis.halted.has(AAPL)).toBe(isHalted);
  },
);

const LAST_PRICE = { held: 1, last: 1_500_000 };
const CASH_OF_PARTS = money(2_500_000);

it.each([
  ["nothing else is there", { cashDrift: money(0), inParts: [] }, 0, "good"],
  ["parts are there, and cash agrees", { cashDrift: money(0), inParts: [AAPL] }, 0, "good"],
  ["cash differs to less than a cent", { cashDrift: money(99), inParts: [AAPL] }, 0, "good"],
  ["parts of another are there", { cashDrift: CASH_OF_PARTS, inParts: [MSFT] }, 0, "good"],
  ["parts are there", { cashDrift: CASH_OF_PARTS, inParts: [AAPL] }, 0, "waiting"],
  ["sold parts are there", { cashDrift: money(-2_500_000), inParts: [AAPL] }, 0, "waiting"],
  ["parts are there, just so long", { cashDrift: CASH_OF_PARTS, inParts: [AAPL] }, 14.9, "waiting"],
  ["parts were there for long", { cashDrift: CASH_OF_PARTS, inParts: [AAPL] }, 15, "good"],
  ["a trade is not booked", { cashDrift: money(0), inParts: [], aside: [AAPL] }, 15, "waiting"],
  ["one of another is not", { cashDrift: money(0), inParts: [], aside: [MSFT] }, 0, "good"],
])(
  "as many shares there as here prove a price that has jumped, or not: %s",
  async (_, told, minutes, judged) => {
    const { followed, needs, world } = await attachedAccount();
    const { basis } = followed;
    const { cashDrift, inParts } = told;
    const found = {
      ...{ drift: [], cashDrift, inParts: new Set<Ticker>(inParts) },
      tradedAside: new Set<Ticker>("aside" in told ? told.aside : []),
    };
    const ask = () =>
      judgeBasis(needs, followed, { at: world.clock.now(), ...found } as unknown as Reconciled, {
        ...NOTHING,
        jumped: [AAPL],
      });
    expect(screenBasis(basis, AAPL, 3_000_000, LAST_PRICE)).toBe("asking");

    ask();
    screenBasis(basis, AAPL, 3_000_100, LAST_PRICE);
    await world.clock.pass(minutes * MINUTE_MS);
    ask();

    expect(screenBasis(basis, AAPL, 3_000_200, LAST_PRICE)).toBe(judged);
  },
);
