import { instant } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { AAPL, AMC, draft, opened, openVenueWith, START } from "../testing/opened-venue.ts";
import type { VenuePosition } from "./venue-holdings.ts";

/** Bought and sold short for $1,000 each. */
const BASIS = 10_000_000;
const position = (of: Pick<VenuePosition, "ticker"> & { readonly count: number }) =>
  ({
    ticker: of.ticker,
    shares: of.count,
    costBasis: Math.sign(of.count) * BASIS,
    since: START,
  }) as VenuePosition;

describe("a company that becomes another of which shares are owed", () => {
  it.each([
    [4, 10, { shares: -6, costBasis: (-BASIS * 6) / 10 }],
    [10, 10, undefined],
    [10, 4, { shares: 6, costBasis: (BASIS * 6) / 10 }],
  ])("pays back first: %i come, %i are owed", async (held, owed, left) => {
    const { account, blown } = await turned(held, owed);

    expect(await blown()).toBe(true);
    const positions = [...account().positions.values()];
    expect(positions).toEqual(
      left === undefined ? [] : [{ ...position({ ticker: AAPL, count: -owed }), ...left }],
    );
  });

  it("cancels what was to buy back more than is owed then", async () => {
    const { account, blown, venue } = await turned(4, 10);
    const { opening } = account();
    const cover = draft({ quantity: shares(10), isShort: true });
    expect(await venue.submit(opening.id, cover, START)).toMatchObject({ ok: true });
    await blown();
    await venue.advance(instant(START + 1_000));

    expect(account().orders.map(({ status }) => status)).toEqual(["canceled"]);
    expect(account().positions.get(AAPL)?.shares).toBe(-6);
  });
});

/** An account that holds AMC and owes AAPL, and AMC becomes AAPL, one share for each. */
async function turned(held: number, owed: number) {
  const { id, journal } = await opened({ multiplier: 2 });
  const [entry] = journal.entries;
  if (entry?.type !== "account-opened") throw new Error("No account was opened.");
  const positions = [
    position({ ticker: AMC, count: held }),
    position({ ticker: AAPL, count: -owed }),
  ];
  const venue = openVenueWith({
    entries: [{ ...entry, account: { ...entry.account, positions } }],
  });
  const into = { ticker: AAPL, from: 1, to: 1 };
  const blow = { kind: "name-change", ticker: AMC, into } as const;
  return {
    venue,
    account: () => venue.book.accounts.get(id)!,
    blown: () => venue.befall(id, blow, START),
  };
}
