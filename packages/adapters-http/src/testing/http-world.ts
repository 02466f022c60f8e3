import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Log } from "@sevenfold/application/ports/log";
import type { SignInStore } from "@sevenfold/application/ports/sign-in-store";
import type { Storage, User } from "@sevenfold/application/ports/storage";
import type { DemoHistory } from "@sevenfold/application/simulation/demo-history";
import { inMemoryAnnouncer } from "@sevenfold/application/simulation/in-memory-announcer";
import { inMemoryDatabase } from "@sevenfold/application/simulation/in-memory-storage";
import { cancelOrder } from "@sevenfold/application/use-cases/cancel-order";
import { changeBroker } from "@sevenfold/application/use-cases/change-broker";
import { connectBroker } from "@sevenfold/application/use-cases/connect-broker";
import { issuePaperKeys } from "@sevenfold/application/use-cases/issue-paper-keys";
import { NO_LIVE_TRADING } from "@sevenfold/application/use-cases/live-trading";
import { placeOrder } from "@sevenfold/application/use-cases/place-order";
import { openPriceBoard, type PriceBoard } from "@sevenfold/application/use-cases/price-board";
import { removeBroker } from "@sevenfold/application/use-cases/remove-broker";
import { runSale } from "@sevenfold/application/use-cases/run-sale";
import { sellAll } from "@sevenfold/application/use-cases/sell-all";
import { signInAsDemo } from "@sevenfold/application/use-cases/sign-in-as-demo";
import { syncPositions } from "@sevenfold/application/use-cases/sync-positions";
import { toggleAutomation } from "@sevenfold/application/use-cases/toggle-automation";
import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";

import type { HttpNeeds, HttpOptions } from "../http-needs.ts";
import { type HttpServer, openHttpServer } from "../server.ts";
import { Browser } from "./browser.ts";
import { type SmallBroker, smallBroker } from "./small-broker.ts";
import { type SmallMarket, smallMarket } from "./small-market.ts";

const LISTED = { AAPL: 200, MSFT: 400, NVDA: 150, TSLA: 250 };

/** The whole server on a real socket, over an in-memory database, market and broker. */
export interface HttpWorld {
  readonly server: HttpServer;
  readonly needs: HttpNeeds;
  readonly storage: Storage;
  readonly signIns: SignInStore;
  readonly market: SmallMarket;
  readonly broker: SmallBroker;
  readonly prices: PriceBoard;
  /** What was logged: event and facts as text. */
  readonly logged: string[];
  /** Lets wall time pass at once. */
  passTime(ms: number): void;
  browser(): Browser;
  /** A browser signed in as a new demo visitor, and the user it is. */
  visitor(): Promise<{ readonly browser: Browser; readonly user: User }>;
  /** A worker says that it lives. */
  pingWorker(): Promise<void>;
  close(): Promise<void>;
}

export interface WorldWishes extends Partial<HttpOptions> {
  /** Stands in for some of what the server needs. */
  readonly instead?: (needs: HttpNeeds) => Partial<HttpNeeds>;
}

export async function openHttpWorld({ instead, ...wishes }: WorldWishes = {}): Promise<HttpWorld> {
  const { storage, signIns } = inMemoryDatabase();
  const { clock, passTime } = movableClock();
  const logged: string[] = [];
  const log = recordingLog(logged);
  const market = smallMarket(clock.now, LISTED);
  const broker = smallBroker(storage);
  const announcer = inMemoryAnnouncer();
  const prices = openPriceBoard({ clock, log, marketData: market, calendar: ALWAYS_CALENDAR });
  prices.watch(Object.keys(LISTED) as Ticker[]);
  const trading = {
    announcer,
    brokers: broker,
    clock,
    identifiers,
    log,
    marketData: market,
    storage,
    prices,
    calendarOf: () => ALWAYS_CALENDAR,
  };
  const connecting = {
    ...trading,
    paperVenue: broker,
    vault: { seal: async (plain: string) => plain, open: async (sealed: string) => sealed },
  };
  const made: HttpNeeds = {
    ...trading,
    signIns,
    live: NO_LIVE_TRADING,
    connectBroker: connectBroker(connecting),
    changeBroker: changeBroker(connecting),
    removeBroker: removeBroker(trading),
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
    placeOrder: placeOrder(trading),
    cancelOrder: cancelOrder(trading),
    sellAll: sellAll(
      trading,
      runSale({
        ...trading,
        placeOrder: placeOrder(trading),
        cancelOrder: cancelOrder(trading),
      }),
    ),
    syncPositions: syncPositions(trading),
    toggleAutomation: toggleAutomation(trading),
  };
  const needs = { ...made, ...instead?.(made) };
  const server = await openHttpServer(needs, { ...OPTIONS, ...wishes });
  const browser = () => new Browser(server.url);
  return {
    server,
    needs,
    storage,
    signIns,
    market,
    broker,
    prices,
    logged,
    passTime,
    browser,
    async visitor() {
      const visiting = browser();
      const { json } = await visiting.signInAsDemo();
      return { browser: visiting, user: (await storage.read.users.byId(json.id))! };
    },
    async pingWorker() {
      await storage.read.workers.ping({
        workerId: "w",
        at: clock.now(),
        brokerConnected: true,
        marketDataActive: true,
      });
    },
    async close() {
      await server.close();
      await prices.stop();
    },
  };
}

const OPTIONS: HttpOptions = {
  host: "127.0.0.1",
  port: 0,
  webFolder: join(import.meta.dirname, "no-such-folder"),
  cookieKeys: ["the first key of the tests", "the second key of the tests"],
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

function movableClock() {
  let aheadMs = 0;
  const clock: Clock = {
    now: () => instant(Date.now() + aheadMs),
    monotonicMs: () => performance.now(),
    sleep: (durationMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, durationMs);
        signal?.addEventListener("abort", done);
      }),
  };
  return {
    clock,
    passTime: (ms: number) => {
      aheadMs += ms;
    },
  };
}

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
  equity: [],
  baseline: undefined,
});
