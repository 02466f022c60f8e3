import { vi } from "vitest";
import type { RunningProduct } from "../running-product.ts";
import {
  type CrashPoint,
  type CrashStep,
  cancelSent,
  commit,
  fillHeard,
  fillWritten,
  leaseRenewed,
  orderChanged,
  orderSent,
  orderWritten,
  positionWritten,
} from "./crash-point.ts";
import type { PaperExchange } from "./paper-exchange.ts";
import { ordersOf, placed, sharesOf, type Trader } from "./trader.ts";

/** A fill, a lease and a reconciliation each come after a while of their own. */
export const PATIENCE = { timeout: 180_000, interval: 100 };

/** What a scene is played on. */
export interface Stage {
  readonly trader: Trader;
  readonly exchange: PaperExchange;
  readonly product: RunningProduct;
  /** Tells the product where to die, from now on. */
  arm(steps: readonly CrashStep[]): Promise<void>;
  /** Starts the product armed, and waits for nothing. */
  beginArmed(steps: readonly CrashStep[]): Promise<void>;
}

export interface Scene {
  readonly point: CrashPoint["name"];
  readonly title: string;
  /** Orders that the exchange may have of the product's at most. */
  readonly ordersMax: number;
  /** Leads up to the point and past it: rejects or resolves, the process dies. */
  play(stage: Stage): Promise<unknown>;
}

const TICKET = { symbol: "AAPL" };
/** At work for as long as the test lasts: far below any price. */
const RESTING = { symbol: "MSFT", orderType: "limit", limitPrice: 1.5 };

/** The life of one order, up to a step. */
const ordered =
  (steps: (stage: Stage) => readonly CrashStep[]): Scene["play"] =>
  async (stage) => {
    await stage.arm([orderWritten(stage.trader), ...steps(stage)]);
    await placed(stage.trader, TICKET);
  };

const sent = ({ trader }: Stage, when: "first-byte" | "sent" | "answered"): CrashStep =>
  orderSent(trader.provider, trader, when);

/** The exchange is away, so that an order goes back from its first attempt and is attempted anew. */
const attempted =
  (end: CrashStep): Scene["play"] =>
  async ({ arm, exchange, trader }) => {
    await placed(trader, { symbol: "COST", quantity: 1 });
    await arm([
      orderWritten(trader),
      commit("before"),
      orderChanged(),
      commit("before"),
      orderChanged(),
      end,
    ]);
    await exchange.process.kill();
    try {
      await placed(trader, TICKET);
    } finally {
      await exchange.process.restart();
    }
  };

const canceled =
  (steps: (stage: Stage, key: string) => readonly CrashStep[]): Scene["play"] =>
  async (stage) => {
    const { clientKey } = await placed(stage.trader, RESTING);
    await stage.arm(steps(stage, clientKey));
    await stage.trader.visitor.post(`/api/orders/${clientKey}/cancel`, {});
  };

/** What tells the product of fills is silent, in both protocols. */
const DEAF = [
  { on: "trade_updates", does: "drop" },
  { on: "GET /v2/orders*", does: "status", status: 503 },
  { on: "GET /v2/account/activities*", does: "status", status: 503 },
  { on: "GET /etrade/v1/accounts/*/orders*", does: "status", status: 503 },
];

async function filledUnheard({ arm, exchange, trader }: Stage): Promise<void> {
  await heard(trader);
  await exchange.breaks(DEAF);
  const { clientKey } = await placed(trader, TICKET);
  await vi.waitFor(async () => {
    if ((await exchange.sharesOf(trader)).AAPL !== 2) throw new Error("It has not filled yet.");
  }, PATIENCE);
  await arm([orderChanged(clientKey), commit("before"), fillWritten(trader), positionWritten()]);
  await trader.visitor.post(`/api/orders/${clientKey}/cancel`, {});
  await exchange.breaks([]);
}

/** Until a worker follows the account and hears its fills. */
async function heard(trader: Trader): Promise<void> {
  const { clientKey } = await placed(trader, { symbol: "COST", quantity: 1 });
  await vi.waitFor(async () => {
    const order = (await ordersOf(trader)).find((row) => row.clientKey === clientKey);
    if (order?.status !== "filled") throw new Error(`${clientKey} is ${order?.status}.`);
  }, PATIENCE);
}

async function sellingAll({ arm, trader }: Stage): Promise<void> {
  await placed(trader, TICKET);
  await placed(trader, { symbol: "COST" });
  await vi.waitFor(async () => {
    const { AAPL, COST } = await sharesOf(trader);
    if (AAPL !== 2 || COST !== 2) throw new Error("They have not filled yet.");
  }, PATIENCE);
  await arm([orderWritten(trader), commit("before"), orderWritten(trader)]);
  await trader.visitor.post("/api/positions/sell-all", {});
}

async function renewing({ arm, product, trader }: Stage): Promise<void> {
  await vi.waitFor(() => {
    const lines = product.printed().split("\n");
    const isFollowed = (line: string) =>
      line.includes("account-followed") && line.includes(trader.accountId);
    if (!lines.some(isFollowed)) throw new Error("Nobody follows the account yet.");
  }, PATIENCE);
  await placed(trader, TICKET);
  await arm([leaseRenewed(trader)]);
}

/** What happened at the exchange while nobody looked is taken in by the next start. */
async function takingIn({ beginArmed, exchange, product, trader }: Stage): Promise<void> {
  await heard(trader);
  await product.stop();
  const buy = { side: "buy", type: "market", time_in_force: "day", qty: "3" };
  for (const symbol of ["AMD", "NVDA", "UBER"]) await exchange.order(trader, { ...buy, symbol });
  await vi.waitFor(async () => {
    const { AMD, NVDA, UBER } = await exchange.sharesOf(trader);
    if (AMD !== 3 || NVDA !== 3 || UBER !== 3) throw new Error("They have not filled yet.");
  }, PATIENCE);
  await beginArmed([fillWritten(trader), commit("before"), fillWritten(trader)]);
}

/** The crash points that an account lives through. */
export const SCENES: readonly Scene[] = [
  {
    point: "K1",
    title: "before the intent is on record",
    ordersMax: 1,
    play: ordered(() => []),
  },
  {
    point: "K2",
    title: "once the intent is on record",
    ordersMax: 1,
    play: ordered(() => [commit("after")]),
  },
  {
    point: "K3",
    title: "before another attempt is on record",
    ordersMax: 2,
    play: attempted(commit("before")),
  },
  {
    point: "K4",
    title: "once another attempt is on record",
    ordersMax: 2,
    play: attempted(commit("after")),
  },
  {
    point: "K5",
    title: "at the first byte of the order",
    ordersMax: 1,
    play: ordered((stage) => [sent(stage, "first-byte")]),
  },
  {
    point: "K6",
    title: "at the last byte of the order",
    ordersMax: 1,
    play: ordered((stage) => [sent(stage, "sent")]),
  },
  {
    point: "K7",
    title: "accepted, and the reply unread",
    ordersMax: 1,
    play: ordered((stage) => [sent(stage, "answered")]),
  },
  {
    point: "K8",
    title: "the reply read, and not on record",
    ordersMax: 1,
    play: ordered((stage) => [sent(stage, "answered"), orderChanged()]),
  },
  {
    point: "K9",
    title: "the reply on record",
    ordersMax: 1,
    play: ordered((stage) => [sent(stage, "answered"), orderChanged(), commit("after")]),
  },
  {
    point: "K10",
    title: "a fill heard",
    ordersMax: 1,
    play: ordered(({ trader }) => [fillHeard(trader)]),
  },
  {
    point: "K11",
    title: "in the middle of a fill",
    ordersMax: 1,
    play: ordered(({ trader }) => [fillWritten(trader), positionWritten()]),
  },
  {
    point: "K12",
    title: "a fill's commit on its way",
    ordersMax: 1,
    play: ordered(({ trader }) => [fillWritten(trader), commit("sent")]),
  },
  {
    point: "K13",
    title: "a fill booked, and how far was read not",
    ordersMax: 1,
    play: ordered(({ trader }) => [fillWritten(trader), commit("after")]),
  },
  {
    point: "K14",
    title: "a cancel wished",
    ordersMax: 1,
    play: canceled((_, key) => [orderChanged(key), commit("after")]),
  },
  {
    point: "K15",
    title: "a cancel sent",
    ordersMax: 1,
    play: canceled(({ trader }) => [cancelSent(trader.provider, trader, "sent")]),
  },
  {
    point: "K16",
    title: "a cancel acknowledged",
    ordersMax: 1,
    play: canceled(({ trader }) => [cancelSent(trader.provider, trader, "answered")]),
  },
  {
    point: "K17",
    title: "in a fill that is told after the cancel",
    ordersMax: 2,
    play: filledUnheard,
  },
  {
    point: "K18",
    title: "between two symbols of a sale of everything",
    ordersMax: 4,
    play: sellingAll,
  },
  { point: "K19", title: "renewing the lease", ordersMax: 1, play: renewing },
  {
    point: "K22",
    title: "in what reconciliation takes in",
    // Three of them are its owner's.
    ordersMax: 4,
    play: takingIn,
  },
];
