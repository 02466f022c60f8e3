import type { AccountAtStake, Sight, Sighting } from "@sevenfold/application/ports/sight";
import { STOPS_EXITS } from "@sevenfold/application/trading/safeguards/reduction";
import { listOrders, type OrderView } from "@sevenfold/contract/orders";
import type { AccountStateName } from "@sevenfold/contract/states";
import { readWorkerStatus, type WorkerStatusView } from "@sevenfold/contract/worker";
import { instant } from "@sevenfold/domain/market";
import { z } from "zod";

import { type Answer, ask } from "./ask.ts";

export interface HttpSightSettings {
  /** Where the product answers, without a path. */
  readonly url: string;
  /** An API token with the scope `read`: lets the watch see its user's account. */
  readonly token?: string | undefined;
}

const Readiness = z.object({
  storage: z.boolean(),
  prices: z.boolean(),
  exchange: z.string().optional(),
  /** Absent where the database does not answer. */
  worker: z.object({ last_ping: z.iso.datetime().nullable() }).optional(),
});
type Readiness = z.infer<typeof Readiness>;

const READINESS_BYTES_MAX = 65_536;
const VIEW_BYTES_MAX = 4_194_304;
/** The newest: what is older and still open is not looked for. */
const ORDERS_MAX = 500;

/** What the product says of itself: to everybody at `/readyz`, and more to whoever bears a token. */
export const httpSight = ({ token, url }: HttpSightSettings): Sight => ({
  name: `the server at ${new URL(url).host}`,
  async look() {
    const ready = await readinessOf(url);
    const status = ready.storage && token !== undefined ? await statusOf(url, token) : undefined;
    return sightingOf(ready, status, async () =>
      status && token !== undefined ? accountOf(status, await ordersOf(url, token)) : undefined,
    );
  },
  async atStake() {
    if (token === undefined) return undefined;
    const [status, orders] = await Promise.all([statusOf(url, token), ordersOf(url, token)]);
    return { accounts: [accountOf(status, orders)], unnamed: 0 };
  },
});

async function sightingOf(
  { exchange, prices, storage, worker }: Readiness,
  status: WorkerStatusView | undefined,
  account: () => Promise<AccountAtStake | undefined>,
): Promise<Sighting> {
  const isDisconnected =
    status?.enabled && (!status.worker_health.alpaca_connected || isShutOut(status));
  const because = (status?.reductions ?? [])
    .filter(({ reason }) => STOPS_EXITS.has(reason))
    .map(({ message }) => message);
  const concerned = isDisconnected || 0 < because.length ? await account() : undefined;
  return {
    workerPing:
      worker === undefined
        ? "unknown"
        : worker.last_ping === null
          ? "never"
          : instant(Date.parse(worker.last_ping)),
    notReady: [
      ...(storage ? [] : ["Its database does not answer, or cannot be written."]),
      ...(exchange === undefined || exchange === "writable"
        ? []
        : [`The built-in exchange is ${exchange}.`]),
    ],
    hasPrices: prices && status?.market_data.state !== "cached",
    disconnected: concerned && isDisconnected ? [concerned] : [],
    stopped: concerned && 0 < because.length ? [{ account: concerned, because }] : [],
  };
}

/** Its broker does not let it in: no worker follows it, and so none misses its line. */
const isShutOut = ({ account_state: { reasons } }: WorkerStatusView): boolean =>
  reasons.some(({ state }) => SHUT_OUT.has(state));

const SHUT_OUT: ReadonlySet<string> = new Set<AccountStateName>([
  "error",
  "needs-authorisation",
  "pending",
]);

async function readinessOf(url: string): Promise<Readiness> {
  const answer = await asked(`${url}/readyz`, READINESS_BYTES_MAX);
  const read = Readiness.safeParse(jsonIn(answer));
  // 503 is its own word that it is not ready; anything else is somebody else's.
  if ((answer.status !== 200 && answer.status !== 503) || !read.success)
    throw new Error(`what answers at ${new URL(url).host} is not Sevenfold (${answer.status})`);
  return read.data;
}

const statusOf = (url: string, token: string): Promise<WorkerStatusView> =>
  viewOf(url, token, readWorkerStatus);

const ordersOf = (url: string, token: string): Promise<readonly OrderView[]> =>
  viewOf(url, token, { ...listOrders, path: `${listOrders.path}?limit=${ORDERS_MAX}` });

async function viewOf<View>(
  url: string,
  token: string,
  { output, path }: { readonly output: z.ZodType<View>; readonly path: string },
): Promise<View> {
  const answer = await asked(url + path, VIEW_BYTES_MAX, { authorization: `Bearer ${token}` });
  if (answer.status === 401 || answer.status === 403)
    throw new Error("the server refuses WATCH_TOKEN: it takes a token with the scope read");
  const read = output.safeParse(jsonIn(answer));
  if (answer.status !== 200 || !read.success)
    throw new Error(`the server answers ${path} with ${answer.status}`);
  return read.data;
}

async function asked(
  url: string,
  bytesMax: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  try {
    return await ask(url, {
      bytesMax,
      headers: { accept: "application/json", "user-agent": "sevenfold-watch", ...headers },
    });
  } catch (error) {
    throw new Error(`the server at ${new URL(url).host}: ${(error as Error).message}`);
  }
}

function jsonIn({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function accountOf(
  { enabled, positions }: WorkerStatusView,
  orders: readonly OrderView[],
): AccountAtStake {
  const held = positions.filter(({ shares }) => 0 < shares);
  return {
    id: "selected",
    label: "the account in use",
    isAutomated: enabled,
    positions: held.length,
    positionsOnSale: held.filter(({ shares, ticker }) => shares <= onSaleOf(ticker, orders)).length,
  };
}

const onSaleOf = (ticker: string, orders: readonly OrderView[]): number =>
  orders
    .filter((order) => order.ticker === ticker && order.side === "SELL")
    .filter(({ status }) => status === "working" || status === "partially-filled")
    .reduce((sum, { filled, quantity }) => sum + quantity - filled, 0);
