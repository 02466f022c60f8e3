import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { billingDesk } from "@sevenfold/application/billing/billing-desk";
import { authoriseBroker, verifyBroker } from "@sevenfold/application/brokers/authorise-broker";
import { changeBroker } from "@sevenfold/application/brokers/change-broker";
import { connectBroker } from "@sevenfold/application/brokers/connect-broker";
import { issuePaperKeys } from "@sevenfold/application/brokers/issue-paper-keys";
import { removeBroker } from "@sevenfold/application/brokers/remove-broker";
import type { DemoHistory } from "@sevenfold/application/people/demo/demo-history";
import { signInAsDemo } from "@sevenfold/application/people/demo/sign-in-as-demo";
import { signInDesk } from "@sevenfold/application/people/sign-in-desk";
import { THROTTLE_RULES, type ThrottleRules } from "@sevenfold/application/people/throttling";
import type { LocalAnnouncer } from "@sevenfold/application/ports/announcer";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Log } from "@sevenfold/application/ports/log";
import type { SignInStore } from "@sevenfold/application/ports/stores/sign-in-store";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import type { Plan, User } from "@sevenfold/application/ports/stores/user-store";
import type { BacktestRunner } from "@sevenfold/application/research/backtest/backtest-runner";
import { runBacktest } from "@sevenfold/application/research/backtest/run-backtest";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { plainCodes } from "@sevenfold/application/testing/plain-codes";
import { plainHasher } from "@sevenfold/application/testing/plain-hasher";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { inMemoryDatabase } from "@sevenfold/application/testing/world/in-memory-storage";
import { cancelOrder } from "@sevenfold/application/trading/orders/cancel-order";
import { placeOrder } from "@sevenfold/application/trading/placing/place-order";
import { watchedPlacing, watchOrders } from "@sevenfold/application/trading/placing/watch-orders";
import { openPriceBoard, type PriceBoard } from "@sevenfold/application/trading/prices/price-board";
import { syncPositions } from "@sevenfold/application/trading/reconciliation/sync-positions";
import { NO_LIVE_TRADING } from "@sevenfold/application/trading/safeguards/live-trading";
import { cancelAll } from "@sevenfold/application/trading/sales/cancel-all";
import { runSale } from "@sevenfold/application/trading/sales/run-sale";
import { sellAll } from "@sevenfold/application/trading/sales/sell-all";
import { changeSettings } from "@sevenfold/application/trading/settings/change-settings";
import { toggleAutomation } from "@sevenfold/application/trading/settings/toggle-automation";
import { knownCompanies } from "@sevenfold/application/views/known-companies";
import { previewSettings } from "@sevenfold/application/views/preview-settings";
import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";

import type { HttpNeeds, HttpOptions } from "../http-needs.ts";
import type { HttpServer } from "../listening.ts";
import { openHttpServer } from "../server.ts";
import { Browser } from "./browser.ts";
import { movableClock } from "./movable-clock.ts";
import { type SmallBroker, smallBroker } from "./small-broker.ts";
import { type SmallMarket, smallMarket } from "./small-market.ts";
import { type SmallPayments, smallPayments } from "./small-payments.ts";

/** The password of every member. */
export const PASSWORD = "correct horse battery";

const LISTED = { AAPL: 200, MSFT: 400, NVDA: 150, TSLA: 250 };

/** The whole server on a real socket, over an in-memory database, market and broker. */
export interface HttpWorld {
  readonly server: HttpServer;
  readonly needs: HttpNeeds;
  readonly storage: Storage;
  readonly signIns: SignInStore;
  readonly market: SmallMarket;
  readonly broker: SmallBroker;
  readonly payments: SmallPayments;
  readonly prices: PriceBoard;
  /** What was logged: event and facts as text. */
  readonly logged: string[];
  /** Lets wall time pass at once. */
  passTime(ms: number): void;
  browser(): Browser;
  /** A program with an API token: no cookies, no headers of our pages. */
  program(token: string): Browser;
  /** A browser signed in as a new demo visitor, and the user it is. */
  visitor(): Promise<{ readonly browser: Browser; readonly user: User }>;
  /** A browser signed in as a new user, with what the user signs in by. */
  member(plan?: Plan): Promise<Member>;
  readonly hasher: ReturnType<typeof plainHasher>;
  readonly announcer: LocalAnnouncer;
  /** Another server over the same storage, that hears the same announcements. */
  beside(): Promise<HttpServer>;
  /** The same, but it looks up anew whatever it is asked. */
  forgetful(): Promise<HttpServer>;
  /** A worker says that it lives. */
  pingWorker(): Promise<void>;
  close(): Promise<void>;
}

export interface Member {
  readonly browser: Browser;
  readonly user: User;
  readonly login: { readonly username: string; readonly email: string; readonly password: string };
}

export interface WorldWishes extends Partial<HttpOptions> {
  readonly throttles?: Partial<ThrottleRules>;
  /** Other symbols than the usual few, and their prices in dollars. */
  readonly listed?: Readonly<Record<string, number>>;
  /** Stands in for some of what the server needs. */
  readonly instead?: (needs: HttpNeeds) => Partial<HttpNeeds>;
}

export async function openHttpWorld({
  instead,
  listed = LISTED,
  throttles,
  ...wishes
}: WorldWishes = {}): Promise<HttpWorld> {
  const { storage, signIns } = inMemoryDatabase();
  const { clock, passTime } = movableClock();
  const logged: string[] = [];
  const log = recordingLog(logged);
  const market = smallMarket(clock.now, listed);
  const broker = smallBroker(storage);
  const hasher = plainHasher();
  const announcer = inMemoryAnnouncer();
  const prices = openPriceBoard({ clock, log, marketData: market, calendar: ALWAYS_CALENDAR });
  prices.watch(Object.keys(listed) as Ticker[]);
  const trading = {
    announcer,
    brokers: broker,
    clock,
    identifiers,
    log,
    companies: knownCompanies(undefined, clock),
    marketData: market,
    storage,
    prices,
    calendarOf: () => ALWAYS_CALENDAR,
  };
  const watch = watchOrders(trading);
  const payments = smallPayments(clock.now);
  const connecting = {
    ...trading,
    authorisations: broker,
    paperVenue: broker,
    vault: { seal: async (plain: string) => plain, open: async (sealed: string) => sealed },
  };
  const made: HttpNeeds = {
    ...trading,
    billing: billingDesk({ ...trading, payments }),
    signIns,
    live: NO_LIVE_TRADING,
    desk: signInDesk({
      ...connecting,
      endBilling: (user) => needs.billing.end(user),
      hasher,
      oneTimeCodes: plainCodes(),
      commonPasswords: { has: (word) => word === "password" },
      throttleRules: { ...THROTTLE_RULES, ...throttles },
    }),
    connectBroker: connectBroker(connecting),
    changeBroker: changeBroker(connecting),
    removeBroker: removeBroker(connecting),
    authoriseBroker: authoriseBroker(connecting),
    verifyBroker: verifyBroker(connecting),
    issuePaperKeys: issuePaperKeys(connecting),
    signInAsDemo: signInAsDemo(
      {
        ...trading,
        demoHistories: { latest: async () => emptyHistory(clock) },
        paperVenue: broker,
        vault: { seal: async (plain) => plain, open: async (sealed) => sealed },
      },
      { accountsMax: 500 },
    ),
    placeOrder: watchedPlacing(watch, placeOrder(trading)),
    cancelOrder: cancelOrder(trading),
    sellAll: sellAll(trading, runSale(trading)),
    cancelAll: cancelAll(trading, runSale(trading)),
    orderWatch: watch,
    syncPositions: syncPositions(trading),
    previewSettings: previewSettings({ ...trading, backtests: backtestsHere }),
    toggleAutomation: toggleAutomation(trading),
    changeSettings: changeSettings(trading),
    providerNames: new Map([["small", "Small market"]]),
  };
  const needs: HttpNeeds = { ...made, ...instead?.(made) };
  const server = await openHttpServer(needs, { ...OPTIONS, ...wishes });
  const browser = () => new Browser(server.url);
  let members = 0;
  return {
    server,
    needs,
    storage,
    signIns,
    market,
    broker,
    payments,
    prices,
    hasher,
    announcer,
    logged,
    passTime,
    browser,
    program: (token) => new Browser(server.url, token),
    async visitor() {
      const visiting = browser();
      const { json } = await visiting.signInAsDemo();
      return { browser: visiting, user: (await storage.read.users.byId(json.id))! };
    },
    async member(plan) {
      members += 1;
      const joining = browser();
      const name = `user${members}`;
      const login = { username: name, email: `${name}@example.com`, password: PASSWORD };
      const { json, text } = await joining.post("/api/register", {
        ...login,
        brokerProvider: "alpaca",
        brokerApiKey: `AK-${name}-0123456789`,
        brokerSecretKey: `the secret of ${name}`,
      });
      if (json.id === undefined) throw new Error(`no member: ${text}`);
      const user = await oneByOne(storage).users.change(json.id, (row) =>
        plan === undefined ? row : { ...row, plan, subscriptionStatus: "active" },
      );
      announcer.announce({ accountId: "", userId: json.id, topic: "accounts-changed" });
      return { browser: joining, user: user!, login };
    },
    beside: () => openHttpServer(needs, { ...OPTIONS, ...wishes }),
    forgetful: () => openHttpServer(needs, { ...OPTIONS, ...wishes, keptMs: 0 }),
    async pingWorker() {
      await oneByOne(storage).workers.ping({
        workerId: "w",
        at: clock.now(),
        brokerConnected: true,
        marketDataActive: true,
      });
    },
    async close() {
      await server.close();
      await watch.stop();
      await prices.stop();
    },
  };
}

/** Backtests on this very thread: the tests' markets are small. */
const backtestsHere: BacktestRunner = {
  run: async (columns, settings) =>
    settings.map((each) => {
      const { equityCurve, trades } = runBacktest(columns, each);
      return { equityCurve, tradesCount: trades.length };
    }),
};

const OPTIONS: HttpOptions = {
  host: "127.0.0.1",
  port: 0,
  webFolder: join(import.meta.dirname, "no-such-folder"),
  secureCookies: false,
  trustProxy: false,
  isEmbedded: true,
  marketDataLabel: "Small market",
  isMarketSimulated: true,
  marketCalendar: ALWAYS_CALENDAR,
  // Tests put rows into the storage behind the server's back.
  keptMs: 0,
  rateLimits: {
    perAddress: { requests: 1_000_000, perSeconds: 10 },
    perUser: { requests: 1_000_000, perSeconds: 10 },
    brokerKeysPerUser: { requests: 1_000_000, perSeconds: 10 },
    paymentsPerUser: { requests: 1_000_000, perSeconds: 10 },
  },
};

const identifiers: HttpNeeds["identifiers"] = {
  uuid: () => randomUUID(),
  secret: () => randomBytes(32).toString("base64url"),
  clientKeyOf: (cause) =>
    [...createHash("sha256").update(cause).digest().subarray(0, 20)]
      .map((byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[byte & 31])
      .join(""),
};

function recordingLog(lines: string[]): Log {
  const note = (event: string, facts: object = {}) =>
    void lines.push(`${event} ${JSON.stringify(facts)}`);
  return { info: () => {}, warn: note, error: note };
}

/** An account that never traded: $100,000 in cash. */
const emptyHistory = (clock: Clock): DemoHistory => ({
  openedAt: instant(clock.now() - 30 * 86_400_000),
  endsAt: clock.now(),
  cash: money(1_000_000_000),
  trades: [],
  trails: [],
  equity: [{ at: dayBoundsOf(clock.now()).starts, equity: money(1_000_000_000) }],
});
