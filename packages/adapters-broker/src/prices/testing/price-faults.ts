import {
  type MarketData,
  MarketDataUnavailable,
  type MarketNews,
} from "@sevenfold/application/ports/market-data";
import type { Bar, Instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

/** Adapters that do one thing wrong, and the rules that must notice. */
export type PriceAdapterFault = readonly [
  what: string,
  plant: (sound: MarketData) => MarketData,
  rules: readonly string[],
];

type Latest = Awaited<ReturnType<MarketData["latest"]>>;

const withLatest =
  (change: (latest: Latest, asked: Parameters<MarketData["latest"]>[0]) => Latest) =>
  (sound: MarketData): MarketData => ({
    ...sound,
    latest: async (tickers) => change(await sound.latest(tickers), tickers),
  });
const withBars =
  (change: (bars: readonly Bar[], wanted: Parameters<MarketData["bars"]>[0]) => readonly Bar[]) =>
  (sound: MarketData): MarketData => ({
    ...sound,
    bars: async (wanted) => change(await sound.bars(wanted), wanted),
  });
const withNews =
  (change: (news: MarketNews) => readonly MarketNews[]) =>
  (sound: MarketData): MarketData => ({
    ...sound,
    async *news(signal) {
      for await (const news of sound.news(signal)) yield* change(news);
    },
  });

const DAY_MS = 24 * 3_600_000;
const MADE_UP = 1_234_500 as Price;
const EMPTY: Latest = { prints: [], quotes: [] };
/** What a naive reader makes of an error. */
const onRefusal =
  (answer: (error: MarketDataUnavailable) => Promise<Latest>) =>
  (sound: MarketData): MarketData => ({
    ...sound,
    latest: (tickers) => sound.latest(tickers).catch(answer),
  });

export const PRICE_ADAPTER_FAULTS: readonly PriceAdapterFault[] = [
  [
    "makes up a price where there is none",
    withLatest(({ prints, quotes }, asked) => ({
      prints: asked.map(
        (ticker) =>
          prints.find((print) => print.ticker === ticker) ?? {
            ...{ ticker, price: MADE_UP, at: 1_800_000_000_000 as Instant },
          },
      ),
      quotes,
    })),
    ["latest/known", "latest/no-price", "latest/withheld"],
  ],
  [
    "makes up a price where it got another symbol's",
    (sound) => ({
      ...sound,
      latest: (tickers) =>
        sound.latest(tickers).catch(() => ({
          prints: tickers.map((ticker) => ({ ticker, price: MADE_UP, at: 0 as Instant })),
          quotes: [],
        })),
    }),
    ["latest/other-symbol"],
  ],
  [
    "knows no class of shares",
    withLatest(({ prints, quotes }) => ({
      prints: prints.filter(({ ticker }) => !ticker.includes(".")),
      quotes,
    })),
    ["latest/dotted"],
  ],
  [
    "rounds to cents",
    withLatest(({ prints, quotes }) => ({
      prints: prints.map((each) => ({
        ...each,
        price: (Math.round(each.price / 100) * 100) as Price,
      })),
      quotes,
    })),
    ["latest/exact"],
  ],
  [
    "takes the time of asking for the time of the trade",
    withLatest(({ prints, quotes }) => ({
      prints: prints.map((each) => ({ ...each, at: Date.now() as Instant })),
      quotes,
    })),
    ["latest/market-time"],
  ],
  [
    "tells crossed quotes",
    withLatest(({ prints, quotes }, asked) => ({
      prints,
      quotes:
        quotes.length === 0
          ? [{ ...{ ticker: asked[0]!, bid: 20 as Price, ask: 10 as Price }, at: 0 as Instant }]
          : quotes,
    })),
    ["latest/crossed"],
  ],
  [
    "gives all bars that it has",
    withBars((bars) => [
      ...bars.map((bar) => ({ ...bar, start: (bar.start - 40 * DAY_MS) as Instant })),
      ...bars,
    ]),
    ["bars/within", "bars/prices", "bars/garbage", "bars/split", "bars/minutes"],
  ],
  [
    "gives the newest bar first",
    withBars((bars) => bars.toReversed()),
    ["bars/within", "bars/minutes"],
  ],
  [
    "gives the first page of bars for all of them",
    withBars((bars) => bars.slice(0, 2)),
    ["bars/within", "bars/minutes"],
  ],
  [
    "lets days start at the opening",
    withBars((bars) => bars.map((bar) => ({ ...bar, start: (bar.start + 34_200_000) as Instant }))),
    ["bars/within", "bars/prices", "bars/garbage"],
  ],
  [
    "gives days as they were traded",
    withBars((bars) => bars.map((bar) => ({ ...bar, close: (bar.close * 4) as Price }))),
    ["bars/split", "bars/prices"],
  ],
  [
    "makes up bars",
    (sound) => ({
      ...sound,
      bars: (wanted) =>
        sound.bars(wanted).catch(() => [
          {
            start: wanted.start,
            open: MADE_UP,
            high: MADE_UP,
            low: MADE_UP,
            close: MADE_UP,
            volume: 1,
          },
        ]),
    }),
    ["bars/none", "bars/other-symbol"],
  ],
  [
    "takes an answer that cannot be read for an empty one",
    onRefusal(async () => EMPTY),
    [
      ...["wrong-key", "page", "gateway", "half", "empty", "huge", "hang-up", "redirect"].map(
        (fault) => `trouble/${fault}`,
      ),
      ...["trouble/drip", "trouble/silence", "trouble/too-many", "trouble/words"],
      "trouble/day-budget",
    ],
  ],
  [
    "throws what it met",
    onRefusal(async (error) => {
      throw new TypeError(error.message);
    }),
    ["trouble/page", "trouble/too-many", "trouble/words", "trouble/day-budget"],
  ],
  [
    "shows its key",
    onRefusal(async (error) => {
      throw new MarketDataUnavailable(error.trouble, `${error.message} a-key-of-nobody-0123456789`);
    }),
    ["trouble/words"],
  ],
  [
    "gives bars of which it got none",
    (sound) => ({ ...sound, bars: (wanted) => sound.bars(wanted).catch(() => []) }),
    ["trouble/bars"],
  ],
  [
    "remembers a trouble for ever",
    (sound) => {
      let failure: unknown;
      return {
        ...sound,
        async latest(tickers) {
          if (failure !== undefined) throw failure;
          return sound.latest(tickers).catch((error) => {
            failure = error;
            throw error;
          });
        },
      };
    },
    ["trouble/heals"],
  ],
  [
    "tells no news",
    withNews(() => []),
    ["news/follows", "news/added", "news/break", "news/priority"],
  ],
  [
    "never says that it is connected",
    withNews((news) => (news.kind === "connected" ? [] : [news])),
    ["news/follows", "news/break"],
  ],
  [
    "follows only what it was told first",
    (sound) => {
      let isTold = false;
      return {
        ...sound,
        watch(tickers) {
          if (!isTold) sound.watch(tickers);
          isTold = true;
        },
      };
    },
    ["news/added"],
  ],
  [
    "hides that it broke off",
    withNews((news) => (news.kind === "disconnected" ? [] : [news])),
    ["news/break"],
  ],
  ["does not hear what matters most", (sound) => ({ ...sound, prefer() {} }), ["news/priority"]],
  [
    "hides what it does not serve",
    withNews((news) => (news.kind === "limited" ? [] : [news])),
    ["news/priority"],
  ],
  [
    "hides that trades were taken back",
    withNews((news) => (news.kind === "taken-back" ? [] : [news])),
    ["news/taken-back"],
  ],
  [
    "cannot tell which trade was taken back",
    withNews((news) =>
      news.kind === "taken-back"
        ? [{ ...news, prints: news.prints.map((each) => ({ ...each, at: 0 as Instant })) }]
        : [news],
    ),
    ["news/taken-back"],
  ],
];
