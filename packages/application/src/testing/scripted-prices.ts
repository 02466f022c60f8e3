import type { Print, Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import type { Clock } from "../ports/clock.ts";
import {
  ALL_AT_ONCE,
  type MarketData,
  MarketDataUnavailable,
  type MarketNews,
  type PriceProvider,
} from "../ports/market-data.ts";

/**
 * "well": a print of each symbol a second. "silent": the line stands and says nothing. "away": every
 * line and every call fails. "late": trades of a quarter of an hour ago, told as they come.
 */
export type ProviderMood = "well" | "silent" | "away" | "late";

/** A provider whose faults are written down. Prices in dollars. */
export interface ScriptedProvider extends MarketData {
  mood: ProviderMood;
  /** What it says a symbol costs. */
  readonly says: Map<Ticker, number>;
  /** Said beside the prices, once, as soon as somebody listens. */
  readonly news: MarketData["news"];
  readonly aside: MarketNews[];
  /** Lines that were opened. */
  opened: number;
}

const LATE_MS = 15 * 60_000;
const AWAY = new MarketDataUnavailable({ reason: "network" }, "It does not answer.");

export function scriptedProvider(
  clock: Clock,
  about: Partial<PriceProvider> & Pick<PriceProvider, "id">,
  says: Readonly<Record<string, number>>,
): ScriptedProvider {
  const watched = new Set<Ticker>();
  const printsOf = (self: ScriptedProvider, tickers: Iterable<Ticker>): readonly Print[] =>
    [...tickers].flatMap((ticker) => {
      const dollars = self.says.get(ticker);
      const at = clock.now() - (self.mood === "late" ? LATE_MS : 0);
      return dollars === undefined
        ? []
        : [{ ticker, price: dollarsPrice(dollars), at: at as Print["at"] }];
    });
  const provider: ScriptedProvider = {
    mood: "well",
    says: new Map(Object.entries(says) as [Ticker, number][]),
    aside: [],
    opened: 0,
    provider: { ...ALL_AT_ONCE, name: about.id, ...about },
    async latest(tickers) {
      if (provider.mood === "away") throw AWAY;
      return { prints: printsOf(provider, tickers), quotes: [] };
    },
    async bars() {
      if (provider.mood === "away") throw AWAY;
      return [];
    },
    watch: (tickers) => {
      for (const ticker of tickers) watched.add(ticker);
    },
    prefer: () => undefined,
    async *news(signal) {
      provider.opened += 1;
      if (provider.mood === "away") {
        yield { kind: "disconnected", message: AWAY.message };
        return;
      }
      yield { kind: "connected" };
      while (!signal.aborted) {
        await clock.sleep(1_000, signal);
        if (signal.aborted) return;
        if (moodOf(provider) === "away") {
          yield { kind: "disconnected", message: AWAY.message };
          return;
        }
        for (let said = provider.aside.shift(); said; said = provider.aside.shift()) yield said;
        if (provider.mood !== "silent" && 0 < watched.size)
          yield { kind: "prices", prints: printsOf(provider, watched), quotes: [] };
      }
    },
  };
  return provider;
}

const dollarsPrice = (dollars: number): Price => price(Math.round(dollars * 10_000));

/** It may have changed while somebody waited. */
const moodOf = ({ mood }: ScriptedProvider): ProviderMood => mood;
