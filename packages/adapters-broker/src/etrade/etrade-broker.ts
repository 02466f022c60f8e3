import {
  type Broker,
  BrokerUnavailable,
  type Execution,
  type OrderReport,
  type SubmitAnswer,
} from "@sevenfold/application/ports/broker";
import { mayBe } from "@sevenfold/application/trading/orders/order-match";
import { instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import { CallBudget } from "../call-budget.ts";
import { ourAccount } from "./etrade-accounts.ts";
import { activitiesSince } from "./etrade-activities.ts";
import { numberAtEtrade } from "./etrade-groups.ts";
import type { EtradeConnection, EtradeHosts } from "./etrade-http.ts";
import {
  dateOf,
  type EtradeAccess,
  type EtradeLine,
  etradeLine,
  readAs,
  readListAs,
} from "./etrade-line.ts";
import { accountFromWire } from "./etrade-mapping.ts";
import { etradeNotices, openBell } from "./etrade-notices.ts";
import type { OrderReading } from "./etrade-order-mapping.ts";
import {
  listForeignOrders,
  listOrders,
  type OrderDesk,
  readable,
  readFills,
  readOrder,
  readTheirOrder,
  rowsTradedSince,
  type SeenOpen,
} from "./etrade-orders.ts";
import { foreignHoldingsIn, positionRows, sharesIn } from "./etrade-positions.ts";
import { isTooLate } from "./etrade-refusals.ts";
import { percentEncoded } from "./etrade-signature.ts";
import { previewThenPlace } from "./etrade-submit.ts";
import { AccountsWire, type AccountWire, BalanceWire, CanceledWire } from "./etrade-wire.ts";

export interface EtradeSettings extends EtradeConnection {
  readonly access?: EtradeAccess | undefined;
  /** The account that is ours, by the number users see. Absent: the only one that may trade. */
  readonly accountNumber?: string | undefined;
  readonly pollMs: { readonly working: number; readonly quiet: number };
}

/** The hosts of a venue together with how often it may be looked at. */
export type EtradeVenue = EtradeHosts & Pick<EtradeSettings, "pollMs">;

const DAY_MS = 86_400_000;
const CLOCK_SLACK_MS = 5_000;

/**
 * One brokerage account at E*TRADE, or at the built-in exchange that speaks like it. E*TRADE returns
 * no key of ours: what this process has placed it knows by its number; what got no answer is looked
 * for by what it asks for.
 */
export function etradeBroker(
  settings: EtradeSettings,
  budget = new CallBudget({ perMinute: 110, reserve: 20 }),
): Broker {
  const line = etradeLine(settings, settings.access, budget);
  const accounts = accountDesk(line, settings.accountNumber);
  const desk: OrderDesk = { line, ordersPath: accounts.ordersPath };
  const keys = orderKeys();
  const seenOpen: SeenOpen = new Map();
  const bell = openBell();
  const placing = oneAtATime();
  /** A list read while an order is placed may show it before its answer tells us its number. */
  const afterPlacing = async <Value>(reading: Promise<Value>): Promise<Value> => {
    const value = await reading;
    await placing.idle();
    return value;
  };

  const find = async (order: Order): Promise<OrderReport | undefined> => {
    const id = order.brokerOrderId ?? keys.idOf(order.clientKey);
    if (id === undefined) return findUnanswered(desk, keys, order);
    const reading = await (order.origin === "external" ? readTheirOrder : readOrder)(desk, id);
    return reading && { ...reading.report, clientKey: order.clientKey };
  };

  const submit = async (order: Order): Promise<SubmitAnswer> => {
    const known = keys.idOf(order.clientKey);
    if (known !== undefined) return { kind: "accepted", brokerOrderId: known };
    const answer = await previewThenPlace(desk, order);
    if (answer.kind === "accepted") keys.keep(order.clientKey, answer.brokerOrderId);
    if (answer.kind !== "there-already") return answer;
    const there = await find(order).catch(undefinedWhenUnavailable);
    if (!there) return { kind: "unknown", message: answer.message };
    keys.keep(order.clientKey, there.brokerOrderId);
    return { kind: "accepted", brokerOrderId: there.brokerOrderId };
  };

  const positions = async () => sharesIn(await positionRows(line, accounts.path));

  return {
    terms: { takesStops: true },
    submit: (order) => placing.take(() => submit(order)).finally(bell.ring),

    async cancel({ brokerOrderId, clientKey }) {
      const id = brokerOrderId ?? keys.idOf(clientKey);
      return id === undefined ? "unknown" : cancel(desk, id).finally(bell.ring);
    },

    find: (order) => find(order),

    async ordersSince(since) {
      const readings = await afterPlacing(listOrders(desk, { from: since }));
      return readings
        .map((reading) => keys.named(reading.report))
        .filter(({ submittedAt }) => since <= submittedAt);
    },

    async executionsSince(since) {
      const readings = await afterPlacing(readFills(desk, since, seenOpen));
      return executionsIn(readings).map((execution) => keys.named(execution));
    },

    activitiesSince: (since) =>
      activitiesSince({ line, path: accounts.path }, since, {
        orders: (from) => rowsTradedSince(desk, from),
        positions,
      }),
    account: accounts.report,
    clock: async () => dateOf(await line.send({ method: "GET", path: "/v1/accounts/list" })),
    positions,
    foreign: async (since) => ({
      holdings: foreignHoldingsIn(await positionRows(line, accounts.path)),
      orders: (await listForeignOrders(desk, { from: since })).filter(
        ({ submittedAt = since }) => since <= submittedAt,
      ),
    }),

    async *notices(signal) {
      const read = () => afterPlacing(listOrders(desk, { from: instant(line.now() - DAY_MS) }));
      for await (const notice of etradeNotices({ read, bell, pollMs: settings.pollMs }, signal))
        if (notice.kind === "order") yield { ...notice, report: keys.named(notice.report) };
        else if (notice.kind === "execution")
          yield { ...notice, execution: keys.named(notice.execution) };
        else yield notice;
    },
  };
}

const executionsIn = (readings: readonly OrderReading[]): Execution[] =>
  readings.flatMap(({ execution }) => execution ?? []).sort((left, right) => left.at - right.at);

const undefinedWhenUnavailable = (error: unknown): undefined => {
  if (!(error instanceof BrokerUnavailable)) throw error;
};

/** An order that got no answer, by what it asks for; more than one such is for a person to tell. */
async function findUnanswered(
  desk: OrderDesk,
  keys: OrderKeys,
  order: Order,
): Promise<OrderReport | undefined> {
  const from = instant(order.createdAt - CLOCK_SLACK_MS);
  const reports = (await listOrders(desk, { from })).map(({ report }) => keys.named(report));
  const [first, ...others] = reports.filter((report) => mayBe(report, order));
  if (0 < others.length)
    throw new BrokerUnavailable("unreadable", "E*TRADE shows more than one order that may be it.");
  return first && { ...first, clientKey: order.clientKey };
}

async function cancel(
  { line, ordersPath }: OrderDesk,
  brokerOrderId: string,
): Promise<"requested" | "too-late" | "unknown"> {
  const path = await ordersPath().catch(undefinedWhenUnavailable);
  if (path === undefined) return "unknown";
  const answer = await line.send({
    method: "PUT",
    path: `${path}/cancel`,
    body: { CancelOrderRequest: { orderId: Number(numberAtEtrade(brokerOrderId)) } },
    purpose: "lowers-risk",
  });
  if (answer.kind === "ok")
    return CanceledWire.safeParse(answer.body).success ? "requested" : "unknown";
  return answer.kind === "refused" && isTooLate(answer) ? "too-late" : "unknown";
}

interface AccountDesk {
  readonly path: () => Promise<string>;
  readonly ordersPath: () => Promise<string>;
  readonly report: Broker["account"];
}

/** Everything but the list of accounts goes by a key of E*TRADE's, never by the account's number. */
function accountDesk(line: EtradeLine, accountNumber: string | undefined): AccountDesk {
  let known: string | undefined;
  const chosen = async (): Promise<AccountWire> => {
    const answer = await line.read({ method: "GET", path: "/v1/accounts/list" });
    const all = readListAs(AccountsWire, answer)?.AccountListResponse.Accounts.Account ?? [];
    return ourAccount(all, accountNumber);
  };
  /** Nothing is ordered in an account that is not ours, and nothing read there is of ours. */
  const path = async (): Promise<string> => {
    if (known !== undefined) return known;
    const account = await chosen();
    if (accountNumber !== undefined && account.accountId !== accountNumber)
      throw new BrokerUnavailable("account-not-chosen", "E*TRADE shows no account of this number.");
    known = pathOf(account);
    return known;
  };
  return {
    path,
    ordersPath: async () => `${await path()}/orders`,
    async report() {
      const account = await chosen();
      const balance = await line.read({
        method: "GET",
        path: `${pathOf(account)}/balance`,
        query: { instType: account.institutionType, realTimeNAV: "true" },
      });
      return readable(accountFromWire(account, readAs(BalanceWire, balance)));
    },
  };
}

const pathOf = ({ accountIdKey }: AccountWire): string =>
  `/v1/accounts/${percentEncoded(accountIdKey)}`;

/** Which order of E*TRADE's is which of ours, as far as this process has placed or found it. */
interface OrderKeys {
  keep(clientKey: string, brokerOrderId: string): void;
  idOf(clientKey: string): string | undefined;
  /** With our key, where it is known. */
  named<Told extends { readonly brokerOrderId: string }>(told: Told): Told;
}

const KEYS_MAX = 10_000;

function orderKeys(): OrderKeys {
  const ids = new Map<string, string>();
  const keys = new Map<string, string>();
  return {
    keep(clientKey, brokerOrderId) {
      ids.set(clientKey, brokerOrderId);
      keys.set(brokerOrderId, clientKey);
      const [oldest] = ids.entries();
      if (ids.size <= KEYS_MAX || !oldest) return;
      ids.delete(oldest[0]);
      keys.delete(oldest[1]);
    },
    idOf: (clientKey) => ids.get(clientKey),
    named(told) {
      const clientKey = keys.get(told.brokerOrderId);
      return clientKey === undefined ? told : { ...told, clientKey };
    },
  };
}

/** Work in the order it came, one at a time; what fails does not hold up the rest. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take<Value>(work: () => Promise<Value>): Promise<Value> {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
    /** Resolves when what was begun so far is done. */
    idle: (): Promise<unknown> => last,
  };
}
