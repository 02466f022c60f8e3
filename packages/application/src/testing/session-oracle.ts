import { type Instant, MINUTE_MS, type Print, type Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";
import {
  decideNaively,
  makeSymbol,
  type NaiveAccount,
  type NaiveIntent,
} from "@sevenfold/domain/testing/naive-account";
import type { VerdictFacts } from "@sevenfold/domain/verdict";

import type { BookedFill, Settings } from "../ports/storage.ts";
import type { SimulatedWorker, Witness, World } from "../simulation/world.ts";
import { COLLAR_BPS_DEFAULT } from "../use-cases/order-draft.ts";

/**
 * An account once more, beside the simulated one: the rules of docs/strategy.md read by the naive
 * account, fed with the prices the worker accepts and with what is committed, whoever committed it.
 * It judges decisions: what was sent, and what should have been.
 */
export interface SessionOracle extends Witness {
  /** What should not have been sent, what should have been and was not, and what is not equal, in words. */
  readonly broken: readonly string[];
  /** How often it judged at all: an oracle that never says anything proves nothing. */
  readonly judged: { orders: number; overdue: number; trails: number };
}

/** How old a decision may be when its order is written down. docs/risk.md */
const DECISION_AGE_MAX_MS = 15_000;
/** How many prices in a row want an order, and for how long, before it is missed. */
const PRICES_MAX = 3;
const OVERDUE_MS = 5_000;
/** Prices come each second: after a longer gap the process may have stood still, and then it drops what it hears. */
const GAP_MAX_MS = 3_000;
/** What may keep a wanted order back that the oracle knows nothing of. */
const EXCUSES: ReadonlySet<string> = new Set(["automation-off", "exits-only"]);
/** How long a symbol may wait after an order of it was denied, and after one that came to nothing else. */
const DENIED_WAIT_MAX_MS = 62_000;
const WAIT_MAX_MS = 602_000;

interface Trail {
  readonly high: number;
  readonly low: number;
  readonly last: number;
}

const beginning = (price: number): Trail => ({ high: price, low: price, last: price });

const widened = ({ high, low }: Trail, price: number): Trail => ({
  high: Math.max(high, price),
  low: Math.min(low, price),
  last: price,
});

const isBetween = (trail: Trail, [narrow, wide]: readonly [Trail, Trail]): boolean =>
  narrow.high <= trail.high &&
  trail.high <= wide.high &&
  wide.low <= trail.low &&
  trail.low <= narrow.low;

interface SymbolOfOracle {
  /**
   * As it must be: at least the first, at most the second. They differ where a fill was told late, and
   * which of the prices heard since belong to its trail is open.
   */
  trails: readonly [narrow: Trail, wide: Trail] | undefined;
  /** Prices of the last minute, the latest last. */
  heard: { readonly at: number; readonly price: number }[];
  /** When the fact happened that anchored it last. */
  anchoredAt: number;
  coolDownUntil: number;
  /** Which orders were wanted, and when; the latest last. */
  wants: { readonly at: number; readonly intent: NaiveIntent }[];
  /** When its last automated order ended, and how. */
  ended: { readonly at: number; readonly status: Order["status"] } | undefined;
  wantedSince: { readonly at: number; readonly count: number } | undefined;
}

interface Committed {
  readonly settings: Settings;
  readonly open: readonly Order[];
  readonly cash: number;
  /** For open orders of others. */
  readonly reserved: number;
  readonly positions: ReadonlyMap<
    Ticker,
    { readonly quantity: number; readonly costBasis: number; readonly isManaged: boolean }
  >;
  readonly isReduced: boolean;
  /** When the automated buys were written down. */
  readonly entries: readonly number[];
  readonly baseline: number | undefined;
}

export function sessionOracle(): SessionOracle {
  const broken: string[] = [];
  const judged = { orders: 0, overdue: 0, trails: 0 };
  const symbols = new Map<Ticker, SymbolOfOracle>();
  const known = new Map<string, Order["status"]>();
  const booked = new Set<string>();
  let world: World | undefined;
  let worker: SimulatedWorker | undefined;
  let isSure = false;
  let heardAt = 0;
  let isHalted = false;
  let committed: Committed | undefined;
  const marks = new Map<Ticker, number>();

  const symbolOf = (ticker: Ticker): SymbolOfOracle => {
    const symbol = symbols.get(ticker) ?? {
      trails: undefined,
      heard: [],
      anchoredAt: 0,
      coolDownUntil: 0,
      wants: [],
      ended: undefined,
      wantedSince: undefined,
    };
    symbols.set(ticker, symbol);
    return symbol;
  };
  const say = (ticker: Ticker, what: string) => {
    if (broken.length < 20) broken.push(`${world!.clock.now()} ${ticker} ${what}`);
  };

  /** What the rules want at this instant, with the trail that wants most read first. */
  const wantsAt = (at: Instant, tickers: readonly Ticker[], trailIndex: 0 | 1) => {
    const { cash, open, positions, reserved, settings } = committed!;
    const account: NaiveAccount = {
      symbols: world!.tickers.map((ticker) => {
        const { coolDownUntil, trails } = symbolOf(ticker);
        const position = positions.get(ticker);
        const own = open.find((one) => one.ticker === ticker && one.origin === "automated");
        const others = open.filter((one) => one.ticker === ticker && one.origin !== "automated");
        return {
          ...makeSymbol(ticker),
          trail: trails?.[trailIndex],
          mark: marks.get(ticker),
          held: position?.quantity ?? 0,
          cost: position?.costBasis ?? 0,
          isManaged: position?.isManaged ?? true,
          coolDownUntil,
          othersWorking: others.length,
          ...(own && {
            working: {
              ordered: own.quantity,
              open: own.quantity - own.filled,
              cash: own.reservedCash,
            },
          }),
        };
      }),
      // What others keep aside is equity, and not free.
      strategy: {
        ...settings.strategy,
        minCashReserve: money(settings.strategy.minCashReserve + reserved),
      },
      limits: { ...settings.limits, entriesPerMinuteMax: Number.POSITIVE_INFINITY },
      automation: "on",
      cash,
      collarBps: COLLAR_BPS_DEFAULT,
      isHalted,
      entryTimes: [],
    };
    const rows = tickers.map((ticker) => ({
      slot: world!.tickers.indexOf(ticker),
      price: marks.get(ticker)!,
    }));
    return decideNaively(account, { at, inSession: true, rows });
  };

  const hearPrice = (ticker: Ticker, price: number) => {
    const at = world!.clock.now();
    marks.set(ticker, price);
    const symbol = symbolOf(ticker);
    symbol.heard = [...symbol.heard.filter((one) => at - one.at < MINUTE_MS), { at, price }];
    const [narrow, wide] = symbol.trails ?? [beginning(price), beginning(price)];
    symbol.trails = [widened(narrow, price), widened(wide, price)];
  };

  /** The day's loss, by what is on record and the prices heard. */
  const testHalt = () => {
    const { baseline, cash, positions, settings } = committed!;
    const held = [...positions].map(
      ([ticker, { quantity }]) => [quantity, marks.get(ticker)] as const,
    );
    if (baseline === undefined || held.some(([, mark]) => mark === undefined)) return;
    const equity = held.reduce((sum, [quantity, mark]) => sum + quantity * mark!, cash);
    const least = BigInt(baseline) * BigInt(10_000 - settings.limits.dailyLossBps);
    if (BigInt(equity) * 10_000n <= least) isHalted = true;
  };

  const noteWants = (at: Instant, tickers: readonly Ticker[]) => {
    const wanted = new Set<Ticker>();
    for (const index of [0, 1] as const)
      for (const intent of wantsAt(at, tickers, index)) {
        const ticker = world!.tickers[intent.slot]!;
        wanted.add(ticker);
        symbolOf(ticker).wants.push({ at, intent });
      }
    for (const ticker of tickers) {
      const symbol = symbolOf(ticker);
      symbol.wants = symbol.wants.filter((want) => at - want.at <= DECISION_AGE_MAX_MS);
      const { count, at: since } = symbol.wantedSince ?? { count: 0, at };
      symbol.wantedSince = wanted.has(ticker) ? { at: since, count: count + 1 } : undefined;
      if (wanted.has(ticker)) missWanted(at, ticker, symbol);
    }
  };

  const isPaced = (at: number): boolean => {
    const { entries, settings } = committed!;
    return (
      settings.limits.entriesPerMinuteMax <= entries.filter((time) => at - time < MINUTE_MS).length
    );
  };

  /** An order at work must be on record, or one must have ended of late: the symbol waits a while then. */
  const isExcused = ({ gate, verdict }: VerdictFacts, ticker: Ticker, at: number): boolean => {
    const isAtWork = verdict === "entered" || verdict === "left" || gate === "order-working";
    if (gate === "pacing") return isPaced(at);
    if (!isAtWork) return gate !== undefined && EXCUSES.has(gate);
    if (committed!.open.some((order) => order.ticker === ticker)) return true;
    const { ended } = symbolOf(ticker);
    if (ended === undefined) return false;
    return at - ended.at <= (ended.status === "denied" ? DENIED_WAIT_MAX_MS : WAIT_MAX_MS);
  };

  /** Wanted for long enough, and not there, without a word of what keeps it back. */
  const missWanted = (at: number, ticker: Ticker, symbol: SymbolOfOracle) => {
    const { count, at: since } = symbol.wantedSince!;
    const view = worker!.worker.accountView(world!.accountId);
    const { verdict } = view?.symbols.find((one) => one.ticker === ticker) ?? {};
    const isOff = committed!.isReduced || !committed!.settings.automationEnabled;
    if (!view?.isReady || isOff || verdict === undefined || isExcused(verdict, ticker, at)) {
      symbol.wantedSince = undefined;
      return;
    }
    if (count < PRICES_MAX || at - since < OVERDUE_MS) return;
    judged.overdue += 1;
    say(ticker, `was wanted since ${since} and not sent: ${JSON.stringify(verdict)}`);
    symbol.wantedSince = undefined;
  };

  const judgeOrder = (order: Order) => {
    const { createdAt, quantity, reason, side, ticker } = order;
    const symbol = symbolOf(ticker);
    judged.orders += 1;
    const what = `${side} ${quantity} for ${reason}`;
    if (createdAt < symbol.coolDownUntil && reason !== "stop-loss")
      say(ticker, `${what} was sent within its cool-down until ${symbol.coolDownUntil}`);
    const want = symbol.wants.findLast(
      ({ intent }) => intent.side === side && intent.reason === reason,
    );
    // Decided just as its trails were taken over: they may have been others then.
    if (!isSure) return;
    if (want === undefined) say(ticker, `${what} was not wanted: ${JSON.stringify(symbol.trails)}`);
    else if (side === "sell" ? quantity !== want.intent.quantity : want.intent.quantity < quantity)
      say(ticker, `${what} is not the size wanted, ${want.intent.quantity}`);
  };

  const anchor = ({ at, price, ticker }: BookedFill) => {
    const symbol = symbolOf(ticker);
    const since = symbol.heard.filter((one) => at <= one.at);
    const wide = since.reduce((trail, one) => widened(trail, one.price), beginning(price));
    symbol.trails = [beginning(price), wide];
    symbol.anchoredAt = at;
    symbol.wants = symbol.wants.filter((want) => at < want.at);
    symbol.wantedSince = undefined;
    marks.set(ticker, price);
  };

  const coolDown = (ticker: Ticker, from: number) => {
    const symbol = symbolOf(ticker);
    const until = from + committed!.settings.limits.coolDownSec * 1_000;
    symbol.coolDownUntil = Math.max(symbol.coolDownUntil, until);
  };

  const readCommitted = async ({ accountId, storage }: World) => {
    // In one transaction, so that all is of one moment.
    const { account, fills, orders, positions, settings } = await storage.transact(
      async (read) => ({
        account: (await read.accounts.byId(accountId))!,
        orders: await read.orders.latest(accountId, 500),
        fills: (await read.fills.latest(accountId, 500)).toReversed(),
        settings: (await read.settings.of(accountId))!,
        positions: await read.positions.of(accountId),
      }),
    );
    const open = orders.filter(isOpen);
    const others = open
      .filter(({ origin }) => origin !== "automated")
      .reduce((sum, { reservedCash }) => sum + reservedCash, 0);
    const fresh = orders.filter(
      ({ clientKey, origin }) => origin === "automated" && !known.has(clientKey),
    );
    for (const order of fresh.toReversed()) judgeOrder(order);
    for (const fill of fills) {
      if (booked.has(fill.executionId)) continue;
      booked.add(fill.executionId);
      anchor(fill);
      if (fill.reason !== undefined) coolDown(fill.ticker, fill.at);
    }
    for (const order of orders) {
      const hasEnded = !isOpen(order) && known.get(order.clientKey) !== order.status;
      if (hasEnded && order.origin === "automated")
        symbolOf(order.ticker).ended = { at: order.updatedAt, status: order.status };
      if (
        hasEnded &&
        order.origin === "automated" &&
        order.filled === 0 &&
        order.status !== "denied"
      )
        coolDown(order.ticker, order.updatedAt);
      known.set(order.clientKey, order.status);
    }
    committed = {
      settings,
      open,
      cash: account.cash,
      reserved: others,
      positions: new Map(positions.map((position) => [position.ticker, position])),
      isReduced: 0 < (account.reductions ?? []).length,
      entries: orders
        .filter(({ origin, side }) => origin === "automated" && side === "buy")
        .map(({ createdAt }) => createdAt),
      baseline: account.baseline,
    };
  };

  /** After a pause or a start the worker's trails go on from rows and bars: they are taken over, once. */
  const adoptTrails = () => {
    const view = worker?.worker.accountView(world!.accountId);
    if (!view?.isReady) {
      isSure = false;
      return;
    }
    for (const { ticker, trail } of view.symbols) {
      const symbol = symbolOf(ticker);
      if (trail === undefined) {
        if (isSure && symbol.trails) say(ticker, "has no trail any more");
        symbol.trails = undefined;
        continue;
      }
      if (trail.since < symbol.anchoredAt)
        say(ticker, `goes on from ${trail.since}, before its last fill at ${symbol.anchoredAt}`);
      if (isSure) {
        judged.trails += 1;
        const isEqual = symbol.trails !== undefined && isBetween(trail, symbol.trails);
        if (!isEqual)
          say(ticker, `has trail ${JSON.stringify(trail)}, not ${JSON.stringify(symbol.trails)}`);
      }
      symbol.trails = [trail, trail];
    }
    isSure = true;
  };

  return {
    broken,
    judged,
    async begin(opened) {
      world = opened;
      await readCommitted(opened);
    },
    async committed() {
      if (world) await readCommitted(world);
    },
    started(by) {
      worker = by;
      isSure = false;
      for (const symbol of symbols.values()) {
        symbol.wants = [];
        symbol.wantedSince = undefined;
      }
    },
    heard(by, prints: readonly Print[]) {
      if (!world || by !== worker?.prices || worker.life.isOver) return;
      const at = world.clock.now();
      const hasPaused = GAP_MAX_MS < at - heardAt;
      heardAt = at;
      if (hasPaused) {
        isSure = false;
        return;
      }
      adoptTrails();
      for (const { price, ticker } of prints) hearPrice(ticker, price);
      testHalt();
      if (isSure)
        noteWants(
          world.clock.now(),
          prints.map(({ ticker }) => ticker),
        );
    },
  };
}
