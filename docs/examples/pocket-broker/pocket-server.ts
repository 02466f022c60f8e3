import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchDesk, ServedProtocol } from "@sevenfold/adapters-broker/bench/protocol-bench";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import type {
  VenueDraft,
  VenueExecution,
  VenueOrder,
} from "@sevenfold/application/exchange/venue-order";
import type { VenueRefusal } from "@sevenfold/application/exchange/venue-refusal";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { decimalOf, price, shares, unitsFromDecimal } from "@sevenfold/domain/money";

const ROWS_PER_PAGE = 100;

interface PocketReply {
  readonly status: number;
  readonly body: unknown;
}

/** Pocket's side of the line, over a bench's venue: what its pages say, and no more. */
export async function pocketServer(desk: BenchDesk): Promise<ServedProtocol> {
  const server = createServer((request, response) => {
    replyTo(desk, request)
      .then(({ body, status }) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(body)),
      )
      .catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function replyTo(desk: BenchDesk, request: IncomingMessage): Promise<PocketReply> {
  const account = desk.venue.book.accounts.get(desk.accountId);
  if (!account || request.headers.authorization !== `Bearer ${desk.secretKey}`)
    return { status: 401, body: { error: "Pocket does not know this token." } };
  const url = new URL(request.url ?? "/", "http://pocket");
  const [, list = "", id = "", key = ""] = url.pathname.split("/");
  if (request.method === "POST") return place(desk, JSON.parse(await textOf(request)));
  if (request.method === "DELETE") return cancel(desk, id);
  if (list === "account") return { status: 200, body: accountView(desk, account) };
  if (list === "holdings") return { status: 200, body: holdings(account) };
  if (id === "by-key") return found(account, ({ clientOrderId }) => clientOrderId === key);
  if (list === "orders" && id !== "") return found(account, (order) => order.id === id);
  const since = Number(url.searchParams.get("since"));
  const rows =
    list === "orders"
      ? account.orders
          .filter(({ submittedMicros }) => since * 1_000 <= submittedMicros)
          .map(orderView)
      : account.executions
          .filter(({ atMicros }) => since <= Math.floor(atMicros / 1_000))
          .map((execution) => fillView(account, execution));
  return { status: 200, body: page(rows, Number(url.searchParams.get("from") ?? 0)) };
}

function page(rows: readonly unknown[], from: number) {
  const next = from + ROWS_PER_PAGE;
  const more = next < rows.length ? { next: String(next) } : {};
  return { rows: rows.slice(from, next), ...more };
}

interface PocketOrder {
  readonly key: string;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly limit?: string;
  readonly extended: boolean;
}

async function place(
  { accountId, now, venue }: BenchDesk,
  wanted: PocketOrder,
): Promise<PocketReply> {
  const draft: VenueDraft = {
    clientOrderId: wanted.key,
    ticker: wanted.symbol as Ticker,
    side: wanted.side,
    quantity: shares(wanted.shares),
    timeInForce: "day",
    extendedHours: wanted.extended,
    ...(wanted.limit === undefined ? {} : { limit: price(unitsFromDecimal(wanted.limit) ?? 1) }),
  };
  const placed = await venue.submit(accountId, draft, now());
  if (placed.ok) return { status: 201, body: orderView(placed.value) };
  const { kind } = placed.refusal;
  const [why, error] = REFUSALS[kind] ?? ["other", `Pocket takes no such order: ${kind}.`];
  return { status: why === "key-exists" ? 409 : 422, body: { why, error } };
}

const REFUSALS: Readonly<Partial<Record<VenueRefusal["kind"], readonly [string, string]>>> = {
  "not-enough-buying-power": ["funds", "There is not enough cash for this."],
  "not-enough-shares": ["shares", "There are not enough shares for this."],
  "unknown-symbol": ["symbol", "Pocket does not trade this symbol."],
  "client-order-id-taken": ["key-exists", "There is an order of this key."],
};

async function cancel({ accountId, now, venue }: BenchDesk, id: string): Promise<PocketReply> {
  const canceled = await venue.cancel(accountId, id, now());
  if (canceled.ok) return { status: 202, body: {} };
  return canceled.refusal.kind === "order-ended"
    ? { status: 409, body: { error: "The order has ended." } }
    : { status: 404, body: { error: "There is no such order." } };
}

function found(account: VenueAccount, isMeant: (order: VenueOrder) => boolean): PocketReply {
  const order = account.orders.find(isMeant);
  return order
    ? { status: 200, body: orderView(order) }
    : { status: 404, body: { error: "There is no such order." } };
}

const STATES: Readonly<Partial<Record<VenueOrder["status"], string>>> = {
  filled: "done",
  canceled: "canceled",
  expired: "lapsed",
  rejected: "refused",
};

const orderView = (order: VenueOrder) => ({
  id: order.id,
  key: order.clientOrderId,
  symbol: order.ticker,
  side: order.side,
  shares: order.quantity,
  ...(order.limit === undefined ? {} : { limit: decimalOf(order.limit) }),
  extended: order.extendedHours,
  state: STATES[order.status] ?? "open",
  filled: order.filled,
  at: Math.floor(order.submittedMicros / 1_000),
});

const fillView = ({ orders }: VenueAccount, execution: VenueExecution) => ({
  id: execution.id,
  order: execution.orderId,
  key: orders.find(({ id }) => id === execution.orderId)?.clientOrderId ?? "",
  symbol: execution.ticker,
  side: execution.side,
  shares: execution.quantity,
  price: decimalOf(execution.price),
  at: instant(Math.floor(execution.atMicros / 1_000)),
});

const holdings = ({ positions }: VenueAccount) =>
  [...positions.values()].map((position) => ({
    symbol: position.ticker,
    shares: position.shares,
    cost: decimalOf(position.costBasis),
  }));

function accountView({ priceOf }: BenchDesk, { cash, opening, positions }: VenueAccount) {
  const held = [...positions.values()].reduce(
    (sum, position) => sum + position.shares * priceOf(position.ticker),
    0,
  );
  return {
    number: opening.number,
    cash: decimalOf(cash),
    equity: decimalOf(cash + held),
    power: decimalOf(cash),
    frozen: false,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
