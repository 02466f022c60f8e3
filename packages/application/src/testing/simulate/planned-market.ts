import {
  type Bar,
  type Instant,
  instant,
  MINUTE_MS,
  type Print,
  type Ticker,
} from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import type { WaveMarket } from "../../broker-kit/simulated/wave-market.ts";
import { chanceUnit } from "../../chance/node-chance.ts";
import type { Clock } from "../../ports/clock.ts";
import { ALL_AT_ONCE, type MarketNews } from "../../ports/market-data.ts";
import type { MarketKind } from "./plan.ts";
import { curveOf, DAY_MS, regimeOf } from "./planned-curves.ts";
import { openPlannedHalts, type PlannedHalts } from "./planned-halts.ts";

/** The market of a plan: lively enough for every rule to have something to do within minutes. */
export interface PlannedMarket extends WaveMarket {
  isHaltedAt(at: Instant): boolean;
  /** Of single symbols. */
  readonly halts: PlannedHalts;
  /** Whether a print of a symbol was nonsense within that time. */
  wasNonsense(ticker: Ticker, withinMs: number): boolean;
  /** From now on so many shares are of what one was: prices are smaller, those of past bars too. */
  split(split: MarketSplit): void;
  /** When that last made a symbol's prices smaller: after a reverse split they only seem to rise. */
  loweredAt(ticker: Ticker): Instant | undefined;
  isListed(ticker: Ticker): boolean;
  /** From now on it has prices: those of another one, of which a share of it is so many, or its own. */
  list(ticker: Ticker, as?: { readonly instead: Ticker; readonly part: number }): void;
  /** From now on it has none. */
  unlist(ticker: Ticker): void;
}

export interface MarketSplit {
  readonly ticker: Ticker;
  readonly from: number;
  readonly to: number;
}

interface MarketShape {
  readonly kind: MarketKind;
  readonly seed: number;
  readonly listed: readonly Ticker[];
  readonly startsAt: Instant;
}

const NEWS_EVERY_MS = 1_000;
const JITTER = 0.002;

interface DrawnBars {
  /** By when they begin. */
  readonly bars: Map<number, Bar>;
  /** What was answered last. */
  last:
    | { readonly start: number; readonly until: number; readonly bars: readonly Bar[] }
    | undefined;
}

interface AskedPrice {
  at: Instant;
  price: Price;
}

const HALT_EVERY_MS = 2 * MINUTE_MS;
const HALT_MS = 25_000;
const BAD_TICKS = 0.01;

export function plannedMarket(
  { kind, listed, seed, startsAt }: MarketShape,
  clock: Clock,
): PlannedMarket {
  const regime = regimeOf(kind);
  const curves = new Map(listed.map((ticker) => [ticker, curveOf(seed, ticker, kind)]));
  const halts = openPlannedHalts(clock);
  const watched = new Set<Ticker>();
  /** By interval and symbol: whoever comes back asks for the same ones. */
  const drawn = new Map<string, DrawnBars>();
  /** What a share of now is of the one that there was at the beginning. */
  const parts = new Map<Ticker, number>();
  const loweredAt = new Map<Ticker, Instant>();
  /** Since when it is listed no more. */
  const endedAt = new Map<Ticker, Instant>();
  const isListed = (ticker: Ticker): boolean => curves.has(ticker) && !endedAt.has(ticker);

  /** What was asked last of each symbol: whoever looks at a moment looks at the same one as the others. */
  const asked = new Map<Ticker, AskedPrice>();

  /** In shares of now, as providers of bars tell it. */
  function priceAt(ticker: Ticker, at: Instant): Price {
    const last = asked.get(ticker);
    if (last?.at === at) return last.price;
    const price = pricedAt(ticker, at);
    if (last === undefined) asked.set(ticker, { at, price });
    else {
      last.at = at;
      last.price = price;
    }
    return price;
  }
  function pricedAt(ticker: Ticker, at: Instant): Price {
    const curve = curves.get(ticker) ?? curveOf(seed, ticker, kind);
    let swing = JITTER * (chanceUnit(curve.key, Math.floor(at / 1_000) % 2 ** 31) - 0.5);
    for (const { periodMs, phase, swing: height } of curve.waves)
      swing += height * Math.sin(2 * Math.PI * (at / periodMs + phase));
    const whole = curve.base * (1 + swing) * regime(curve, at - startsAt);
    const part = parts.get(ticker) ?? 1;
    return price(Math.max(1, Math.round(whole * part * 100)) * 100);
  }

  const isHaltedAt = (at: Instant): boolean =>
    kind === "halts" && (at - startsAt + MINUTE_MS) % HALT_EVERY_MS < HALT_MS;

  /** Now and then a print is nonsense, and stays the latest for its second: by how much it is wrong then. */
  const nonsenseIn = (ticker: Ticker, second: number): number | undefined => {
    if (kind !== "bad-ticks") return undefined;
    const drawn = chanceUnit(curves.get(ticker)!.key, second ^ 0x5bd1e995);
    if (BAD_TICKS <= drawn) return undefined;
    return drawn < BAD_TICKS / 2 ? 0.01 : 7;
  };
  const printedAt = (ticker: Ticker, at: Instant): Print => {
    const sound = priceAt(ticker, at);
    const second = Math.floor(at / 1_000);
    const wrong = nonsenseIn(ticker, second);
    if (wrong === undefined) return { ticker, price: sound, at };
    return { ticker, price: price(Math.round(sound * wrong)), at: instant(second * 1_000) };
  };
  /** Of a symbol that is halted, the latest trade is the one before. */
  const latestOf = (tickers: Iterable<Ticker>) => {
    const at = clock.now();
    return [...tickers]
      .filter(isListed)
      .map((ticker) => printedAt(ticker, halts.haltedSince(ticker) ?? at));
  };
  const printsOf = (tickers: Iterable<Ticker>) =>
    latestOf([...tickers].filter((ticker) => halts.haltedSince(ticker) === undefined));

  const drawnOf = (name: string): DrawnBars => {
    const known = drawn.get(name) ?? { bars: new Map<number, Bar>(), last: undefined };
    drawn.set(name, known);
    return known;
  };

  return {
    provider: { ...ALL_AT_ONCE, id: "simulated", name: "Simulated" },
    priceAt,
    isHaltedAt,
    halts,
    wasNonsense(ticker, withinMs) {
      const now = Math.floor(clock.now() / 1_000);
      for (let second = now - Math.ceil(withinMs / 1_000); second <= now; second += 1)
        if (nonsenseIn(ticker, second) !== undefined) return true;
      return false;
    },
    async latest(tickers) {
      return { prints: latestOf(tickers), quotes: [] };
    },
    async bars({ ticker, interval, start, end }) {
      const lengthMs = interval === "minute" ? MINUTE_MS : DAY_MS;
      const known = drawnOf(`${interval} ${ticker}`);
      const until = Math.min(end, endedAt.get(ticker) ?? end);
      if (known.last?.start === start && known.last.until === until) return known.last.bars;
      const bars: Bar[] = [];
      for (let at = Math.ceil(start / lengthMs) * lengthMs; at < until; at += lengthMs) {
        let bar = known.bars.get(at);
        if (bar === undefined) {
          bar = new DrawnBar(instant(at), (part) =>
            pricedAt(ticker, instant(at + Math.floor(part * (lengthMs - 1)))),
          );
          known.bars.set(at, bar);
        }
        bars.push(bar);
      }
      known.last = { start, until, bars };
      return bars;
    },
    watch(tickers) {
      for (const ticker of tickers) watched.add(ticker);
    },
    prefer() {},
    split({ from, ticker, to }) {
      parts.set(ticker, ((parts.get(ticker) ?? 1) * from) / to);
      asked.delete(ticker);
      if (from < to) loweredAt.set(ticker, clock.now());
      for (const name of drawn.keys()) if (name.endsWith(` ${ticker}`)) drawn.delete(name);
    },
    loweredAt: (ticker) => loweredAt.get(ticker),
    isListed,
    list(ticker, as) {
      const other = as && curves.get(as.instead);
      curves.set(ticker, other ?? curveOf(seed, ticker, kind));
      asked.delete(ticker);
      if (as) parts.set(ticker, (parts.get(as.instead) ?? 1) * as.part);
    },
    unlist(ticker) {
      endedAt.set(ticker, clock.now());
    },
    async *news(signal): AsyncGenerator<MarketNews> {
      let toldUntil = clock.now();
      yield { kind: "connected" };
      while (!signal.aborted) {
        await clock.sleep(NEWS_EVERY_MS, signal);
        const now = clock.now();
        if (signal.aborted || isHaltedAt(now)) continue;
        const statuses = halts.told(toldUntil, now);
        toldUntil = now;
        if (0 < statuses.length) yield { kind: "halts", statuses };
        const quotes = halts.quotes((ticker) => priceAt(ticker, now));
        yield { kind: "prices", prints: printsOf(watched), quotes };
      }
    },
  };
}

/** Drawn where it is read: of a night there are a thousand, and all that is asked is when they were. */
class DrawnBar implements Bar {
  readonly volume = 1_000;
  readonly start: Instant;
  readonly #priceAt: (part: number) => Price;

  constructor(start: Instant, priceAt: (part: number) => Price) {
    this.start = start;
    this.#priceAt = priceAt;
  }

  get open(): Price {
    return this.#priceAt(0);
  }
  get close(): Price {
    return this.#priceAt(1);
  }
  get high(): Price {
    return Math.max(...this.#prices()) as Price;
  }
  get low(): Price {
    return Math.min(...this.#prices()) as Price;
  }

  #prices(): readonly Price[] {
    return [0, 0.25, 0.5, 0.75, 1].map((part) => this.#priceAt(part));
  }
}
