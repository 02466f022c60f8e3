import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { type Money, NO_MONEY, price, shares, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { VirtualClock } from "../broker-kit/simulated/virtual-clock.ts";
import type { ConnectNeeds } from "../brokers/connect-broker.ts";
import type { Activity } from "../ports/activity.ts";
import {
  type Broker,
  type BrokerAccountReport,
  type BrokerPosition,
  BrokerUnavailable,
  type Execution,
  type OpenKeys,
  type OrderReport,
} from "../ports/broker.ts";
import { type ForeignThings, NOTHING_FOREIGN } from "../ports/foreign.ts";
import type { Account } from "../ports/stores/account.ts";
import type { Storage } from "../ports/stores/storage.ts";
import type { User } from "../ports/stores/user-store.ts";
import { SOME_VENUES } from "./some-venues.ts";
import { somePortfolio, someUser } from "./storage-rows.ts";
import { dollars, drain } from "./trading-world.ts";
import { inMemoryAnnouncer } from "./world/in-memory-announcer.ts";
import { inMemoryStorage } from "./world/in-memory-storage.ts";
import { recordingLog } from "./world/recording-log.ts";
import { seededIdentifiers } from "./world/seeded-identifiers.ts";

/** What a broker shows to whoever comes with one key. Tests change it as they go. */
export interface ShownAccount {
  report: BrokerAccountReport;
  positions: BrokerPosition[];
  foreign: ForeignThings;
  orders: OrderReport[];
  executions: Execution[];
  activities: Activity[];
  /** Why it does not answer; undefined while it does. */
  failure: BrokerUnavailable["reason"] | undefined;
  /** How often its access was given back. */
  revoked: number;
  /** Reads it has been asked for, refused ones included. */
  reads: number;
  /** Hears of each read once it is answered. */
  afterRead: (reads: number) => void;
}

/** Users who connect accounts to brokers that do as told. Keys beginning with PK are the built-in exchange's. */
export interface BrokerWorld {
  readonly needs: ConnectNeeds;
  readonly storage: Storage;
  readonly clock: VirtualClock;
  readonly log: ReturnType<typeof recordingLog>;
  readonly user: User;
  readonly stranger: User;
  /** Where each key that was tried led to. */
  readonly tried: OpenKeys[];
  /** What is behind a key: an account of its own with $100,000 until told otherwise. */
  shown(apiKey: string): ShownAccount;
  account(id: string): Promise<Account>;
}

const STARTS_AT = instant(Date.UTC(2026, 2, 11, 14));

export async function openBrokerWorld(storage = inMemoryStorage()): Promise<BrokerWorld> {
  const clock = new VirtualClock(STARTS_AT, drain);
  const log = recordingLog();
  const accounts = new Map<string, ShownAccount>();
  const tried: OpenKeys[] = [];
  const shown = (apiKey: string): ShownAccount => {
    const known = accounts.get(apiKey) ?? freshAccount(`NUMBER-${apiKey}`);
    accounts.set(apiKey, known);
    return known;
  };
  const [user, stranger] = [someUser(), someUser()];
  await storage.transact(async (tables) => {
    for (const one of [user, stranger]) {
      await tables.users.add(one);
      await tables.portfolios.add(somePortfolio(one.id));
    }
  });
  const needs: ConnectNeeds = {
    announcer: inMemoryAnnouncer(),
    authorisations: authorisationsOf(shown, clock),
    clock,
    identifiers: seededIdentifiers(5),
    log,
    storage,
    brokers: {
      venues: SOME_VENUES,
      // The vault below only writes the place before the secret.
      async connect(accountId) {
        const sealed = await storage.read.accounts.credentialsOf(accountId);
        if (!sealed) throw new BrokerUnavailable("keys-unreadable", "There are no keys.");
        return brokerOf(shown(sealed.sealedApiKey.split(" ").at(-1)!));
      },
      release: () => undefined,
      async tryKeys(keys) {
        tried.push(keys);
        return brokerOf(shown(keys.apiKey));
      },
    },
    paperVenue: {
      hasIssued: async (keyId) => keyId.startsWith("PK"),
      openAccount: async () => ({
        accountId: "1",
        keyId: "PK1",
        secretKey: "S",
        signingSecret: "SIGN",
      }),
    },
    vault: {
      seal: async (plain, context) => `${context} ${plain}`,
      open: async (sealed) => sealed.split(" ").at(-1)!,
    },
  };
  return {
    needs,
    storage,
    clock,
    log,
    user,
    stranger,
    tried,
    shown,
    account: async (id) => (await storage.read.accounts.byId(id))!,
  };
}

/** A broker that lets in whoever brings the code "CODE" with the half that it gave out last. */
export const LET_IN_FOR_MS = 3_600_000;

function authorisationsOf(
  shown: (apiKey: string) => ShownAccount,
  clock: VirtualClock,
): ConnectNeeds["authorisations"] {
  let begun = 0;
  const ask = (apiKey: string) => {
    const { failure } = shown(apiKey);
    if (failure === "credentials" || failure === "network")
      throw new BrokerUnavailable(failure, "The broker of the test fails.");
  };
  return {
    async begin({ apiKey }) {
      ask(apiKey);
      begun += 1;
      return {
        authorizeUrl: `https://broker.example/${begun}`,
        requestToken: `request-${begun}`,
        requestSecret: `request-secret-${begun}`,
      };
    },
    async complete({ apiKey }, { requestSecret, requestToken, verifier }) {
      ask(apiKey);
      if (requestToken !== `request-${begun}` || requestSecret !== `request-secret-${begun}`)
        throw new BrokerUnavailable("needs-authorisation", "token_rejected");
      if (verifier !== "CODE")
        throw new BrokerUnavailable("needs-authorisation", "verifier_invalid");
      const expiresAt = instant(clock.now() + LET_IN_FOR_MS);
      return { token: `access-${begun}`, secret: `access-secret-${begun}`, expiresAt };
    },
    revoke: async ({ apiKey }) => {
      shown(apiKey).revoked += 1;
    },
  };
}

const freshAccount = (accountNumber: string): ShownAccount => ({
  report: reportOf(accountNumber, dollars(100_000)),
  positions: [],
  foreign: NOTHING_FOREIGN,
  orders: [],
  executions: [],
  activities: [],
  failure: undefined,
  revoked: 0,
  reads: 0,
  afterRead: () => undefined,
});

export const reportOf = (
  accountNumber: string,
  cash: Money,
  equity: Money = cash,
): BrokerAccountReport => ({ accountNumber, cash, equity, buyingPower: cash, canTrade: true });

/** Shares found at a broker, at $100 each. */
export const foundPosition = (
  ticker: Ticker,
  count: number,
  fractionBillionths = 0,
): BrokerPosition => ({
  ticker,
  quantity: shares(count),
  costBasis: dollars(100 * (count + fractionBillionths / 1e9)),
  fractionBillionths,
});

/** An execution of a share at $100. */
export const someExecution = (
  executionId: string,
  at: Instant,
  changes: Partial<Execution> = {},
): Execution => ({
  executionId,
  brokerOrderId: `order of ${executionId}`,
  ticker: "AAPL" as Ticker,
  side: "buy",
  quantity: shares(1),
  price: price(100 * UNITS_PER_DOLLAR),
  fee: NO_MONEY,
  at,
  ...changes,
});

function brokerOf(shown: ShownAccount): Broker {
  const read = async <Value>(value: () => Value): Promise<Value> => {
    shown.reads += 1;
    if (shown.failure) throw new BrokerUnavailable(shown.failure, "The broker of the test fails.");
    const answer = value();
    shown.afterRead(shown.reads);
    return answer;
  };
  return {
    submit: async () => ({ kind: "unknown", message: "The broker of the test takes no orders." }),
    cancel: async () => "requested",
    find: async () => undefined,
    ordersSince: (since) =>
      read(() => shown.orders.filter(({ submittedAt }) => since <= submittedAt)),
    executionsSince: (since) => read(() => shown.executions.filter(({ at }) => since <= at)),
    activitiesSince: (since) => read(() => shown.activities.filter(({ at }) => since <= at)),
    account: () => read(() => shown.report),
    positions: () => read(() => shown.positions),
    // Of what was traded it tells more than it was asked for, as adapters may.
    foreign: (since) =>
      read(() => ({
        ...shown.foreign,
        orders: shown.foreign.orders.filter(({ submittedAt = since }) => since <= submittedAt),
        trades: (shown.foreign.trades ?? []).filter(({ at }) => since <= at),
      })),
    async *notices() {},
  };
}
