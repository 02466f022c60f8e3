import type { Storage, Tables } from "@sevenfold/application/ports/stores/storage";
import {
  AAPL,
  dollars,
  HOURS,
  NOON,
  nextUuid,
  seed,
  someAccount,
  someActivity,
  someFill,
  someOrder,
  somePortfolio,
  someSettings,
  someUser,
} from "@sevenfold/application/testing/storage-rows";
import { shares } from "@sevenfold/domain/money";
import { ok } from "@sevenfold/domain/result";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryDatabase } from "./embedded-database.ts";
import { type OpenStorage, openedOn } from "./open-storage.ts";

describe("the embedded database's one session", () => {
  let opened: OpenStorage;
  beforeAll(async () => {
    opened = await openedOn(await openMemoryDatabase());
  });
  afterAll(() => opened?.close());

  it("answers every call of every store from inside the transaction that holds it", async () => {
    const calls = await everyCall(opened.storage);
    // Asking for a session of its own a store would wait until the pool gives up.
    for (const [store, methods] of Object.entries(calls))
      for (const [method, call] of Object.entries(methods))
        await opened.storage.transact(call).catch((error: unknown) => {
          throw new Error(`${store}.${method} failed inside a transaction`, { cause: error });
        });

    expect(Object.keys(calls).sort()).toEqual(Object.keys(opened.storage.read).sort());
  });
});

type EveryCall = {
  readonly [Store in keyof Tables]: {
    readonly [Method in keyof Tables[Store]]: (tables: Tables) => Promise<unknown>;
  };
};

/** One call of each method: a store that learns a new one does not compile until it is here. */
async function everyCall(storage: Storage): Promise<EveryCall> {
  const { user, portfolio, account } = await seed(storage);
  const [userId, accountId] = [user.id, account.id];
  const owner = { userId, portfolioId: portfolio.id };
  const bare = someAccount(owner, { isSelected: false });
  await storage.transact((tables) => tables.accounts.add(bare));
  const order = someOrder(accountId);
  const facts = { accountId, userId, clientKey: "K1", sentSince: NOON };
  const execution = { ...someFill(accountId), brokerOrderId: "b" };
  const lease = { accountId, owner: "a", durationMs: 1 };
  const request = { userId, key: "k", fingerprint: "f", at: NOON };
  const sale = {
    ...{ id: nextUuid(), kind: "sell-all" as const, accountId, userId },
    ...{ requestKey: "k", startedAt: NOON, cancels: [], items: [] },
  };
  const refused = { accountId, executionId: "e", refusal: "r", execution, at: NOON };
  const ping = { workerId: "w", at: NOON, brokerConnected: true, marketDataActive: true };
  const position = { quantity: shares(1), costBasis: dollars(1), isManaged: true, updatedAt: NOON };
  const secondFactor = { userId, sealedSecret: "s", begunAt: NOON, recoveryHashes: [] };
  const credentials = { accountId, sealedApiKey: "a", sealedSecretKey: "s" };
  const throttle = { key: "k", count: 1, since: NOON, forgetAt: NOON };
  const token = {
    ...{ id: nextUuid(), userId, name: "n", scope: "read" as const },
    ...{ prefix: "p", tokenHash: "h", createdAt: NOON, expiresAt: NOON },
  };
  const signedIn = { at: NOON, userId, action: "sign-in" as const };
  const authorisation = {
    ...{ accountId, userId, sidHash: "h", requestToken: "t", sealedRequestSecret: "s" },
    expiresAt: NOON,
  };
  return {
    users: {
      add: ({ users }) => users.add(someUser()),
      byId: ({ users }) => users.byId(userId),
      bySignIn: ({ users }) => users.bySignIn(user),
      byName: ({ users }) => users.byName(user.email),
      page: ({ users }) => users.page({ limit: 1 }),
      change: ({ users }) => users.change(userId, (row) => row),
      remove: ({ users }) => users.remove("nobody"),
      removeHistory: ({ users }) => users.removeHistory(userId, 1),
      leaving: ({ users }) => users.leaving(NOON, 1),
      removeExpired: ({ users }) => users.removeExpired(NOON, 1),
      byCustomer: ({ users }) => users.byCustomer("c"),
      billedBefore: ({ users }) => users.billedBefore(NOON, 1),
      countDemo: ({ users }) => users.countDemo(),
    },
    paymentNotices: {
      waiting: ({ paymentNotices }) => paymentNotices.waiting(1),
      add: ({ paymentNotices }) =>
        paymentNotices.add({ eventId: "e", type: "t", createdAt: NOON, heardAt: NOON }),
      finish: ({ paymentNotices }) => paymentNotices.finish("e", NOON),
      forgetBefore: ({ paymentNotices }) => paymentNotices.forgetBefore(NOON),
    },
    portfolios: {
      add: ({ portfolios }) => portfolios.add(somePortfolio(userId)),
      ofUser: ({ portfolios }) => portfolios.ofUser(userId),
      change: ({ portfolios }) => portfolios.change(owner.portfolioId, (row) => row),
    },
    accounts: {
      add: ({ accounts }) => accounts.add(someAccount(owner)),
      byId: ({ accounts }) => accounts.byId(accountId),
      ofUser: ({ accounts }) => accounts.ofUser(userId),
      selectedOf: ({ accounts }) => accounts.selectedOf(userId),
      active: ({ accounts }) => accounts.active(),
      toFollow: ({ accounts }) => accounts.toFollow(),
      all: ({ accounts }) => accounts.all(),
      atBrokers: ({ accounts }) => accounts.atBrokers(1),
      dueForValidation: ({ accounts }) => accounts.dueForValidation(NOON, 1),
      versionsOf: ({ accounts }) => accounts.versionsOf([accountId]),
      credentialsOf: ({ accounts }) => accounts.credentialsOf(accountId),
      putCredentials: ({ accounts }) => accounts.putCredentials(credentials),
      eraseCredentials: ({ accounts }) => accounts.eraseCredentials(accountId),
      lock: ({ accounts }) => accounts.lock(accountId),
      lockFree: ({ accounts }) => accounts.lockFree([accountId]),
      lockAtVenue: ({ accounts }) =>
        accounts.lockAtVenue({ provider: "alpaca", venue: "paper", accountNumber: "PA1" }),
      change: ({ accounts }) => accounts.change(accountId, (row) => row),
    },
    settings: {
      add: ({ settings }) => settings.add(someSettings(bare.id)),
      of: ({ settings }) => settings.of(accountId),
      lock: ({ settings }) => settings.lock(accountId),
      change: ({ settings }) => settings.change(accountId, "a test", (row) => ({ ...row })),
      history: ({ settings }) => settings.history(accountId, 1),
    },
    orders: {
      add: ({ orders }) => orders.add(order),
      addNew: ({ orders }) => orders.addNew([someOrder(accountId)]),
      byKey: ({ orders }) => orders.byKey(order.clientKey),
      byKeys: ({ orders }) => orders.byKeys(accountId, [order.clientKey]),
      byBrokerOrderIds: ({ orders }) => orders.byBrokerOrderIds(accountId, ["b-1"]),
      byBrokerOrderId: ({ orders }) => orders.byBrokerOrderId(accountId, "b"),
      lock: ({ orders }) => orders.lock(order.clientKey),
      change: ({ orders }) => orders.change(order.clientKey, ok),
      open: ({ orders }) => orders.open(accountId),
      latest: ({ orders }) => orders.latest(accountId, 1),
      page: ({ orders }) => orders.page(accountId, { limit: 1 }),
      submittedSince: ({ orders }) => orders.submittedSince(accountId, NOON),
      countAllSubmittedSince: ({ orders }) => orders.countAllSubmittedSince(NOON),
    },
    fills: {
      add: ({ fills }) => fills.add(someFill(accountId)),
      addNew: ({ fills }) => fills.addNew(someFill(accountId)),
      revalue: ({ fills }) => fills.revalue(accountId, "e", dollars(1)),
      addHistory: ({ fills }) => fills.addHistory([someFill(accountId)]),
      find: ({ fills }) => fills.find(accountId, "e"),
      isBooked: ({ fills }) => fills.isBooked(accountId, "e"),
      bookedAmong: ({ fills }) => fills.bookedAmong(accountId, ["e"]),
      latest: ({ fills }) => fills.latest(accountId, 1),
      page: ({ fills }) => fills.page(accountId, { limit: 1 }),
      since: ({ fills }) => fills.since(accountId, NOON),
      countSince: ({ fills }) => fills.countSince(accountId, NOON),
      totalsSince: ({ fills }) => fills.totalsSince(accountId, NOON),
      partsOfCents: ({ fills }) => fills.partsOfCents(accountId),
      cashFlow: ({ fills }) => fills.cashFlow(accountId),
    },
    capital: {
      add: ({ capital }) => capital.add({ accountId, cause: "c", at: NOON, amount: dollars(1) }),
      of: ({ capital }) => capital.of(accountId),
    },
    activities: {
      add: ({ activities }) => activities.add(someActivity(accountId), []),
      find: ({ activities }) => activities.find(accountId, "a"),
      knownAmong: ({ activities }) => activities.knownAmong(accountId, ["a"]),
      page: ({ activities }) => activities.page(accountId, { limit: 1 }),
    },
    positions: {
      of: ({ positions }) => positions.of(accountId),
      put: ({ positions }) => positions.put({ accountId, ticker: AAPL, ...position }),
    },
    holdings: {
      ofUser: ({ holdings }) => holdings.ofUser(userId),
      ofAccount: ({ holdings }) => holdings.ofAccount(accountId),
      factsOf: ({ holdings }) => holdings.factsOf([facts]),
    },
    trails: {
      of: ({ trails }) => trails.of(accountId),
      ofAll: ({ trails }) => trails.ofAll([accountId]),
      save: ({ trails }) => trails.save({ accountId, savedAt: NOON, trails: [] }),
      saveAll: ({ trails }) => trails.saveAll([{ accountId, savedAt: NOON, trails: [] }]),
    },
    watchlist: {
      of: ({ watchlist }) => watchlist.of(userId),
      listedSince: ({ watchlist }) => watchlist.listedSince(userId),
      add: ({ watchlist }) => watchlist.add(userId, AAPL, NOON),
      remove: ({ watchlist }) => watchlist.remove(userId, AAPL),
      chosen: ({ watchlist }) => watchlist.chosen(userId),
      choose: ({ watchlist }) => watchlist.choose(userId, [AAPL]),
    },
    equity: {
      add: ({ equity }) => equity.add(accountId, [{ at: NOON, equity: dollars(1) }]),
      since: ({ equity }) => equity.since(accountId, NOON, 2),
      at: ({ equity }) => equity.at(accountId, NOON),
      thin: ({ equity }) => equity.thin({ minutesUntil: NOON, hoursUntil: NOON, limit: 1 }),
    },
    decisions: {
      add: ({ decisions }) =>
        decisions.add([{ accountId, ticker: AAPL, at: NOON, verdict: "v", settingsVersion: 1 }]),
      taken: ({ decisions }) => decisions.taken(accountId, 1),
      removeBefore: ({ decisions }) => decisions.removeBefore(NOON, 1),
      lastOf: ({ decisions }) => decisions.lastOf(accountId, [AAPL]),
      latest: ({ decisions }) => decisions.latest(accountId, { limit: 1 }),
      page: ({ decisions }) => decisions.page(accountId, { limit: 1 }),
    },
    requests: {
      begin: ({ requests }) => requests.begin(request),
      finish: ({ requests }) => requests.finish(userId, "k", "done"),
      abandon: ({ requests }) => requests.abandon(userId, "another"),
      removeBefore: ({ requests }) => requests.removeBefore(NOON, 1),
    },
    workers: {
      ping: ({ workers }) => workers.ping(ping),
      latest: ({ workers }) => workers.latest(),
      about: ({ workers }) => workers.about(accountId),
      newest: ({ workers }) => workers.newest(1),
      removeBefore: ({ workers }) => workers.removeBefore(NOON),
    },
    sales: {
      add: ({ sales }) => sales.add(sale),
      byId: ({ sales }) => sales.byId(sale.id),
      change: ({ sales }) => sales.change(sale.id, (row) => row),
      takeUp: ({ sales }) => sales.takeUp({ saleId: sale.id, by: "a", durationMs: 1 }),
      atWork: ({ sales }) => sales.atWork(accountId),
      unattended: ({ sales }) => sales.unattended(),
    },
    halts: {
      current: ({ halts }) => halts.current(),
      halt: ({ halts }) => halts.halt({ reason: "r", since: NOON }),
      lift: ({ halts }) => halts.lift(),
    },
    quarantine: { add: (t) => t.quarantine.add(refused), of: (t) => t.quarantine.of(accountId, 1) },
    venueHours: { told: (all) => all.venueHours.told(), keep: (all) => all.venueHours.keep(HOURS) },
    leases: {
      acquire: ({ leases }) => leases.acquire(lease),
      renew: ({ leases }) => leases.renew([{ accountId, epoch: 1 }], lease),
      holds: ({ leases }) => leases.holds(accountId, 1),
      hold: ({ leases }) => leases.hold([{ accountId, epoch: 1 }]),
      release: ({ leases }) => leases.release(accountId, "a"),
      isHeld: ({ leases }) => leases.isHeld(accountId),
      running: ({ leases }) => leases.running(),
      now: ({ leases }) => leases.now(),
      releaseAll: ({ leases }) => leases.releaseAll(),
    },
    seats: {
      take: ({ seats }) => seats.take({ name: "s", owner: "a", durationMs: 1 }),
      leave: ({ seats }) => seats.leave({ name: "s", owner: "a" }),
      taken: ({ seats }) => seats.taken("s"),
      removeEnded: ({ seats }) => seats.removeEnded(),
    },
    signIns: {
      get: ({ signIns }) => signIns.get("h", NOON),
      put: ({ signIns }) => signIns.put({ sidHash: "h", userId, content: {}, expiresAt: NOON }),
      change: ({ signIns }) => signIns.change("h", (row) => row),
      remove: ({ signIns }) => signIns.remove("h"),
      removeOfUser: ({ signIns }) => signIns.removeOfUser(userId, "h"),
      ofUser: ({ signIns }) => signIns.ofUser(userId, NOON),
      removeExpired: ({ signIns }) => signIns.removeExpired(NOON),
    },
    authorisations: {
      put: ({ authorisations }) => authorisations.put(authorisation),
      of: ({ authorisations }) => authorisations.of(accountId),
      remove: ({ authorisations }) => authorisations.remove(accountId),
      removeExpired: ({ authorisations }) => authorisations.removeExpired(NOON),
    },
    totp: {
      of: ({ totp }) => totp.of(userId),
      put: ({ totp }) => totp.put(secondFactor),
      change: ({ totp }) => totp.change(userId, ok),
      remove: ({ totp }) => totp.remove(userId),
    },
    apiTokens: {
      add: ({ apiTokens }) => apiTokens.add(token),
      byHash: ({ apiTokens }) => apiTokens.byHash("h"),
      ofUser: ({ apiTokens }) => apiTokens.ofUser(userId),
      noteUse: ({ apiTokens }) => apiTokens.noteUse(token.id, NOON),
      remove: ({ apiTokens }) => apiTokens.remove(userId, token.id),
      removeOfUser: ({ apiTokens }) => apiTokens.removeOfUser(userId),
    },
    throttles: {
      of: ({ throttles }) => throttles.of("k"),
      change: ({ throttles }) => throttles.change("k", () => throttle),
      remove: ({ throttles }) => throttles.remove("k"),
      removeExpired: ({ throttles }) => throttles.removeExpired(NOON),
    },
    audit: {
      add: ({ audit }) => audit.add(signedIn),
      addAll: ({ audit }) => audit.addAll([signedIn]),
      latest: ({ audit }) => audit.latest(userId, 1),
    },
  };
}
