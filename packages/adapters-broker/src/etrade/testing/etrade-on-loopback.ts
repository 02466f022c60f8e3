import type { Broker } from "@sevenfold/application/ports/broker";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { money, NO_MONEY, NO_SHARES, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import type { Order } from "@sevenfold/domain/order";

import { CallBudget } from "../../call-budget.ts";
import {
  exchangeOnLoopback,
  type LoopbackExchange,
} from "../../exchange/testing/exchange-on-loopback.ts";
import { type EtradeSettings, etradeBroker } from "../etrade-broker.ts";
import type { EtradeConnection } from "../etrade-http.ts";
import type { EtradeAccess } from "../etrade-line.ts";
import type { OauthPair } from "../etrade-signature.ts";
import { accessToken, requestToken } from "../etrade-tokens.ts";

/** A paper account of the built-in exchange, reached as E*TRADE is. */
export interface EtradePaper {
  readonly exchange: LoopbackExchange;
  readonly connection: EtradeConnection;
  readonly access: EtradeAccess;
  readonly broker: Broker;
  /** The adapter as another process opens it. */
  reopened(change?: Partial<EtradeSettings>, access?: EtradeAccess): Broker;
}

const POLL_MS = { working: 5, quiet: 5 };
const PLENTY = { perMinute: 100_000, reserve: 10 };

export async function etradePaper(
  settings: Parameters<typeof exchangeOnLoopback>[0] = {},
): Promise<EtradePaper> {
  const exchange = await exchangeOnLoopback(settings);
  const opened = await exchange.link.paperVenue.openAccount({
    cash: money(1_000_000_000),
    openedAt: exchange.now(),
    history: [],
  });
  const connection: EtradeConnection = {
    ...etradeHostsAt(exchange.url),
    consumer: { key: opened.keyId, secret: opened.signingSecret },
    now: () => exchange.now(),
  };
  const access = await signedIn(connection);
  const reopened = (change: Partial<EtradeSettings> = {}, other = access) =>
    etradeBroker(
      { ...connection, ...change, access: other, pollMs: POLL_MS },
      new CallBudget(PLENTY),
    );
  return { exchange, connection, access, broker: reopened(), reopened };
}

export const etradeHostsAt = (url: string) => ({
  apiUrl: `${url}/etrade`,
  oauthUrl: `${url}/etrade`,
  authorizeUrl: `${url}/etrade/authorize`,
  timeoutMs: 60_000,
  callSpacingMs: 0,
});

/** All of the sign-in, the user's part included. */
export async function signedIn(connection: EtradeConnection): Promise<EtradeAccess> {
  const { authorizeUrl, token } = await requestToken(connection);
  const verifier = await accepted(authorizeUrl);
  return accessFor(connection, token, verifier);
}

export const accessFor = async (
  connection: EtradeConnection,
  token: OauthPair,
  verifier: string,
): Promise<EtradeAccess> => ({
  token: await accessToken(connection, { requestToken: token, verifier }),
  expiresAt: dayBoundsOf(connection.now() as Instant).ends,
});

/** Says yes on the venue's page; the code it shows. */
export async function accepted(authorizeUrl: string): Promise<string> {
  const page = await fetch(authorizeUrl, {
    method: "POST",
    body: new URLSearchParams({ answer: "accept" }),
  });
  return /<output>([^<]+)<\/output>/.exec(await page.text())?.[1] ?? "";
}

export const AAPL = "AAPL" as Ticker;

let drafted = 0;

/** A market buy of ten shares, under a key of its own. */
export function orderAt(at: Instant, change: Partial<Order> = {}): Order {
  drafted += 1;
  return {
    clientKey: `ETRADEKEY${String(drafted).padStart(4, "A")}AAAAAAA`.replace(/\d/g, (digit) =>
      "ABCDEFGHIJ".charAt(Number(digit)),
    ),
    accountId: "account",
    ticker: AAPL,
    side: "buy",
    origin: "manual",
    quantity: shares(10),
    extendedHours: false,
    status: "submitting",
    filled: NO_SHARES,
    filledNotional: NO_MONEY,
    reservedCash: NO_MONEY,
    attempts: 1,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

export const hoursLater = (at: Instant, hours: number): Instant => instant(at + hours * 3_600_000);
