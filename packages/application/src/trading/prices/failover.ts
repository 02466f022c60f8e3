import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Print, Ticker } from "@sevenfold/domain/market";
import {
  ALL_AT_ONCE,
  type LatestPrices,
  type MarketData,
  MarketDataUnavailable,
  type MarketNews,
  type PriceProvider,
} from "../../ports/market-data.ts";
import type { Ports } from "../../ports.ts";
import { standingOf, streamsAtOnce } from "./failover-standing.ts";
import {
  chosen,
  type FailoverState,
  failed,
  isFollowed,
  openFailoverState,
  rested,
  succeeded,
} from "./failover-state.ts";
import type { ServedLess, SourceStanding } from "./feed-state.ts";
import { openHandOver } from "./hand-over.ts";
import { openOpinions } from "./opinions.ts";
import { followLine, type LineFailure } from "./provider-line.ts";

/** Several providers that present themselves as one. */
export interface PriceSource extends MarketData {
  /** The one that is listened to whenever it works. */
  readonly preferred: PriceProvider;
  standing(): SourceStanding;
  /** Whether two providers disagree about the symbol. */
  isDisputed(ticker: Ticker): boolean;
}

export interface FailoverNeeds extends Pick<Ports, "clock" | "log"> {
  readonly calendar: TradingCalendar;
  /** In the order of preference; at least one. */
  readonly providers: readonly MarketData[];
  /** Whose prices may be decided and ordered on; when not said: those that stream at once. */
  readonly isForOrders?: (provider: PriceProvider) => boolean;
}

const LOOK_MS = 1_000;

/** Each line is judged by itself: nobody needs to judge what they have in common. */
const JOINED = { ...ALL_AT_ONCE, id: "failover", name: "Market data", newsWithinMs: Infinity };

/**
 * Listens to the best provider that works, and to those it prefers to that one, so that it knows when
 * they are well again. Providers that stream at once are always heard: they are second opinions.
 */
export function openFailover(needs: FailoverNeeds): PriceSource {
  const { calendar, clock, log, providers } = needs;
  const opinions = openOpinions();
  const watched = new Set<Ticker>();
  const servedLess = new Map<number, ServedLess>();
  /** Whose line stands, whether it said a price yet or not. */
  const standingLines = new Set<number>();
  let state = openFailoverState(providers.length);
  /** Begins and ends lines as the state asks; nothing while nobody listens. */
  let arrange = (): void => undefined;

  const move = (next: FailoverState) => {
    const before = state.active;
    state = chosen(next, clock.monotonicMs());
    if (before !== state.active) {
      const name = (index: number) => providers[index]!.provider.id;
      log.warn("price-provider-switched", {
        from: name(before),
        to: name(state.active),
        because: next.providers[before]!.lastError,
      });
    }
    arrange();
  };
  const onWell = (index: number) => {
    const next = succeeded(state, index, clock.monotonicMs());
    if (next !== state) move(next);
  };
  const onFailed = (index: number, message: string, how: LineFailure) => {
    standingLines.delete(index);
    const event = how === "silent" ? "price-feed-silent" : "price-provider-failed";
    log.warn(event, { provider: providers[index]!.provider.id, message });
    move(failed(state, index, message));
  };
  const isSecondOpinion = ({ provider }: MarketData) =>
    1 < providers.length && streamsAtOnce(provider);

  const noteOpinions = (index: number, prints: readonly Print[]) => {
    if (providers.length < 2) return;
    const nowMs = clock.monotonicMs();
    for (const print of prints) opinions.note(index, print, nowMs);
  };

  /** What one provider says, as the one listener is told it: of others than the one in use, nothing. */
  const toldBy = (index: number, news: MarketNews): MarketNews | undefined => {
    if (news.kind === "limited") {
      if (news.polled.length + news.unserved.length === 0) servedLess.delete(index);
      else servedLess.set(index, news);
    }
    if (news.kind === "connected") standingLines.add(index);
    if (news.kind === "prices") noteOpinions(index, news.prints);
    // It may have been the one in use when it told them.
    if (news.kind === "taken-back") return news;
    const from = providers[index]!.provider;
    if (index !== state.active)
      // Who is heard beside it may know of a halt first: it stops orders, whoever tells it.
      return news.kind === "halts" && 0 < news.statuses.length
        ? { kind: "halts", statuses: news.statuses, from }
        : undefined;
    return news.kind === "prices" || news.kind === "halts"
      ? Object.assign({}, news, { from })
      : news;
  };

  async function* news(wanted: AbortSignal): AsyncGenerator<MarketNews> {
    // No signal of several: Node keeps one that is listened to until it aborts.
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => ending.abort();
    if (wanted.aborted) end();
    wanted.addEventListener("abort", end, { once: true });
    const handOver = openHandOver<MarketNews>(signal);
    const lines = new Map<number, AbortController>();
    signal.addEventListener("abort", () => {
      for (const line of lines.values()) line.abort();
    });
    const begin = (market: MarketData, index: number) => {
      const line = new AbortController();
      lines.set(index, line);
      const ears = {
        clock,
        calendar,
        isAnythingWatched: () => 0 < watched.size,
        onWell: () => lines.get(index) === line && onWell(index),
        onFailed: (message: string, how: LineFailure) =>
          lines.get(index) === line && onFailed(index, message, how),
        hear: async (said: MarketNews) => {
          const told = lines.get(index) === line ? toldBy(index, said) : undefined;
          if (told) await handOver.give(told);
        },
      };
      void followLine(market, ears, line.signal);
    };
    arrange = () => {
      providers.forEach((market, index) => {
        const isWanted = !signal.aborted && (isFollowed(state, index) || isSecondOpinion(market));
        if (isWanted && !lines.has(index)) begin(market, index);
        if (isWanted || !lines.has(index)) return;
        lines.get(index)!.abort();
        lines.delete(index);
        standingLines.delete(index);
        servedLess.delete(index);
        state = rested(state, index);
      });
    };
    arrange();
    if (1 < providers.length) void lookAgain(signal);
    try {
      yield* handOver.taken();
    } finally {
      wanted.removeEventListener("abort", end);
      end();
      arrange = () => undefined;
    }
  }

  /** A better provider is gone back to, and too many switches are over, by the time that passes. */
  const lookAgain = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await clock.sleep(LOOK_MS, signal);
      if (!signal.aborted) move(state);
    }
  };

  /** Of the one in use first, then of the others as they are preferred. */
  const inTurn = () => [
    state.active,
    ...[...providers.keys()].filter((index) => index !== state.active),
  ];

  return {
    provider: 1 < providers.length ? JOINED : providers[0]!.provider,
    preferred: providers[0]!.provider,
    async latest(tickers): Promise<LatestPrices> {
      let trouble: unknown;
      for (const index of inTurn()) {
        const market = providers[index]!;
        try {
          const answer = await market.latest(tickers);
          noteOpinions(index, answer.prints);
          return { ...answer, from: market.provider };
        } catch (error) {
          trouble = error;
        }
      }
      throw trouble;
    },
    async bars(wanted) {
      const able = inTurn().filter((index) =>
        providers[index]!.provider.bars.includes(wanted.interval),
      );
      // Prices adjusted in another way are another series: the most preferred says which it is.
      const first = providers.find(({ provider }) => provider.bars.includes(wanted.interval));
      let trouble: unknown = new MarketDataUnavailable(
        { reason: "plan" },
        "No provider of these prices tells such bars.",
      );
      for (const index of able) {
        const market = providers[index]!;
        if (market.provider.adjusted !== first?.provider.adjusted) continue;
        try {
          return await market.bars(wanted);
        } catch (error) {
          trouble = error;
        }
      }
      throw trouble;
    },
    watch(tickers) {
      for (const ticker of tickers) watched.add(ticker);
      for (const market of providers) market.watch(tickers);
    },
    prefer(tickers) {
      for (const market of providers) market.prefer(tickers);
    },
    news,
    isDisputed: (ticker) => opinions.isDisputed(ticker, clock.monotonicMs()),
    standing: () =>
      standingOf(needs, {
        state,
        opinions,
        servedLess: servedLess.get(state.active),
        standingLines,
      }),
  };
}
