import { anchor, restoreTrail, trailOf } from "@sevenfold/domain/book";
import { type Instant, MINUTE_MS, type Print, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { begin, follow, type Trail } from "@sevenfold/domain/trail";
import type { MarketData, TakenBack } from "../../ports/market-data.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";

/** Trails of symbols whose prices come from another provider now, and are far from the last ones. */
export function beginAnew(
  { book }: Pick<FollowedAccount, "book">,
  prints: readonly Print[],
  anew: ReadonlySet<Ticker>,
): void {
  for (const { at, price, ticker } of prints) {
    const slot = book.slots.get(ticker);
    if (slot === undefined || !anew.has(ticker) || !trailOf(book, slot)) continue;
    anchor(book, slot, price, at);
  }
}

type Needs = Pick<TradingNeeds, "clock" | "log" | "marketData" | "prices">;

/**
 * Takes prints that never were out of the trails whose ends they made: such a trail is told again from
 * the bars of its minutes, never wider than it was. Where no provider has them it begins anew, which
 * trades nothing by itself. The owner's own strategy is told of no minute that such a print made.
 */
export async function takePricesBack(
  needs: Needs,
  followed: FollowedAccount,
  prints: readonly TakenBack[],
): Promise<void> {
  for (const { at, price, ticker } of prints) followed.own?.minutes.takeBack(ticker, price, at);
  for (const print of prints) {
    const slot = followed.book.slots.get(print.ticker);
    const trail = slot === undefined ? undefined : trailOf(followed.book, slot);
    if (slot === undefined || !trail || !isEndOf(trail, print)) continue;
    const told = await toldAgain(needs, print, trail);
    await followed.mutex.take(async () => {
      const now = trailOf(followed.book, slot);
      // Anchored since, or moved on past it: then that price is in it no more.
      if (!now || now.since !== trail.since || !isEndOf(now, print)) return;
      restoreTrail(
        followed.book,
        slot,
        narrowed(now, told, needs.prices.latest(print.ticker)?.price),
      );
    });
    needs.log.warn("price-taken-back", { accountId: followed.id, ...print });
  }
}

const isEndOf = ({ high, low, since }: Trail, { at, price }: Print): boolean =>
  since <= at && (price === high || price === low);

/** What the minutes of the trail say, and the price it should have been; undefined where nobody knows. */
async function toldAgain(
  { clock, log, marketData }: Pick<Needs, "clock" | "log"> & { readonly marketData: MarketData },
  { instead, ticker }: TakenBack,
  { since }: Trail,
): Promise<readonly Price[] | undefined> {
  const start = (since - (since % MINUTE_MS)) as Instant;
  try {
    const wanted = { ticker, interval: "minute", start, end: clock.now() } as const;
    const bars = await marketData.bars(wanted);
    const closes = bars.filter((bar) => since < bar.start + MINUTE_MS).map(({ close }) => close);
    return instead === undefined ? closes : [...closes, instead];
  } catch (error) {
    log.warn("trail-not-told-again", { ticker, error: String(error) });
    return undefined;
  }
}

function narrowed(
  now: Trail,
  told: readonly Price[] | undefined,
  latest: Price | undefined,
): Trail {
  const last = latest ?? told?.at(-1) ?? now.last;
  const fresh = { ...begin({ price: last, at: now.since }), since: now.since };
  const within = (told ?? []).filter((price) => now.low <= price && price <= now.high);
  return { ...within.reduce((trail, price) => follow(trail, { price }), fresh), last };
}
