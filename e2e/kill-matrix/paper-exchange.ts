import { type RunningProduct, startProduct } from "../running-product.ts";

/** Keys of one account on the exchange, in the protocol they are used with. */
export interface TraderKeys {
  readonly provider: "alpaca" | "etrade";
  readonly venueAccountId: string;
  readonly apiKey: string;
  /** What Alpaca's protocol sends; whatever the provider, the exchange answers to it. */
  readonly secretKey: string;
  /** What the product is given as the secret. */
  readonly brokerSecretKey: string;
}

/** The built-in exchange as a process of its own, and a hand on it from outside. */
export interface PaperExchange {
  readonly process: RunningProduct;
  openAccount(provider: TraderKeys["provider"]): Promise<TraderKeys>;
  /** Sends an order past the product, as the account's owner might. */
  order(keys: TraderKeys, order: object): Promise<void>;
  /** Shares by symbol, as the exchange has them. */
  sharesOf(keys: TraderKeys): Promise<Readonly<Record<string, number>>>;
  /** What goes wrong from now on; nothing, with an empty list. */
  breaks(faults: readonly object[]): Promise<void>;
}

export async function startPaperExchange(journal: string): Promise<PaperExchange> {
  const flags = ["--requests-per-minute", "1000000", "--control", "--journal", journal];
  const process = await startProduct({}, ["exchange", ...flags]);
  const send = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await fetch(process.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const keyed = ({ apiKey, secretKey }: TraderKeys) => ({
    "APCA-API-KEY-ID": apiKey,
    "APCA-API-SECRET-KEY": secretKey,
  });
  return {
    process,
    async openAccount(provider) {
      const opened = (await send("POST", "/paper/accounts", {})) as Record<string, string>;
      const { accountId = "", keyId = "", secretKey = "", signingSecret = "" } = opened;
      const brokerSecretKey = provider === "etrade" ? signingSecret : secretKey;
      return { provider, venueAccountId: accountId, apiKey: keyId, secretKey, brokerSecretKey };
    },
    async order(keys, order) {
      await send("POST", "/v2/orders", order, keyed(keys));
    },
    async sharesOf(keys) {
      const positions = await send("GET", "/v2/positions", undefined, keyed(keys));
      const rows = positions as readonly { readonly symbol: string; readonly qty: string }[];
      return Object.fromEntries(rows.map(({ symbol, qty }) => [symbol, Number(qty)]));
    },
    async breaks(faults) {
      await send("PUT", "/control/faults", { faults });
    },
  };
}
