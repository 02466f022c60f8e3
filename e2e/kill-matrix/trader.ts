import { randomUUID } from "node:crypto";
import { memberVisitor, type Visitor } from "../visitor.ts";
import type { PaperExchange, TraderKeys } from "./paper-exchange.ts";

/** A person with one account, who is signed in over all lives of the product. */
export interface Trader extends TraderKeys {
  readonly accountId: string;
  readonly visitor: Visitor;
}

export interface OrderRow {
  readonly clientKey: string;
  readonly ticker: string;
  readonly status: string;
}

export async function signUpTrader(
  url: string,
  exchange: PaperExchange,
  provider: TraderKeys["provider"],
): Promise<Trader> {
  const keys = await exchange.openAccount(provider);
  const username = `trader${randomUUID().slice(0, 8)}`;
  const visitor = await memberVisitor(url, {
    username,
    email: `${username}@sevenfold.invalid`,
    password: "four unrelated garden words",
    brokerProvider: provider,
    brokerApiKey: keys.apiKey,
    brokerSecretKey: keys.brokerSecretKey,
  });
  const [account] = await visitor.get<readonly { readonly id: string }[]>("/api/brokers");
  if (account === undefined) throw new Error(`${username} has no account.`);
  if (provider === "etrade") await authorise(visitor, account.id);
  return { ...keys, accountId: account.id, visitor };
}

/** As on the broker's own page: accepts, and brings the code it ends with. */
async function authorise(visitor: Visitor, accountId: string): Promise<void> {
  const begun = await answered(visitor.post(`/api/brokers/${accountId}/authorise`, {}));
  const { authorizeUrl } = (await begun.json()) as { authorizeUrl: string };
  const page = await fetch(authorizeUrl, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "answer=accept",
  });
  const [, verifier] = /<output>(\w+)<\/output>/.exec(await page.text()) ?? [];
  await answered(visitor.post(`/api/brokers/${accountId}/verify`, { verifier }));
}

/** A ticket; rejects where the product refuses it or ends meanwhile. */
export async function placed(trader: Trader, ticket: object): Promise<OrderRow> {
  const order = { side: "buy", orderType: "market", quantity: 2, ...ticket };
  const answer = await answered(
    trader.visitor.post("/api/orders", order, { "idempotency-key": randomUUID() }),
  );
  return ((await answer.json()) as { readonly order: OrderRow }).order;
}

export const ordersOf = ({ visitor }: Trader): Promise<readonly OrderRow[]> =>
  visitor.get("/api/orders?limit=500");

export async function sharesOf({ visitor }: Trader): Promise<Readonly<Record<string, number>>> {
  const rows =
    await visitor.get<readonly { readonly ticker: string; readonly shares: number }[]>(
      "/api/positions",
    );
  return Object.fromEntries(rows.map(({ ticker, shares }) => [ticker, shares]));
}

async function answered(asking: Promise<Response>): Promise<Response> {
  const answer = await asking;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
