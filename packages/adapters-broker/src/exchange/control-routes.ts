import type { IncomingMessage } from "node:http";
import type { SteeredMarket } from "@sevenfold/application/exchange/steered-market";
import type { VenueBlow } from "@sevenfold/application/exchange/venue";
import { isTicker } from "@sevenfold/domain/market";
import { money, unitsFromDecimal } from "@sevenfold/domain/money";
import { z } from "zod";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { addressOf, type ExchangeAnswer, json, readJsonBody } from "./exchange-http.ts";
import { Fault } from "./exchange-script.ts";
import type { FaultDesk } from "./fault-desk.ts";
import { plantedFrom, scriptText } from "./planted-events.ts";

/** Everything under here steers the exchange itself. */
export const CONTROL_PREFIX = "/control";

export interface ControlNeeds {
  readonly desk: ExchangeDesk;
  readonly faults: FaultDesk;
  readonly plant: SteeredMarket["plant"];
}

const StockSymbol = z.string().refine(isTicker, "is no symbol");
const Whole = z.int().min(1).max(1_000);
/** So many shares bring so many of the other company's. */
const RATIO = { from: Whole, to: Whole };
const Dollars = z.string().regex(/^\d{1,9}(\.\d{1,4})?$/);
const FaultList = z.strictObject({ faults: z.array(Fault).max(1_000) });
const Blow = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum(["deposit", "fee", "interest", "other", "withdrawal"]),
    /** Dollars; what leaves is negative. */
    amount: z.string().regex(/^-?\d{1,9}(\.\d{1,4})?$/),
  }),
  z.strictObject({ kind: z.literal("bust"), executionId: z.string().min(1) }),
  z.strictObject({ kind: z.literal("name-change"), symbol: StockSymbol, into: StockSymbol }),
  z.strictObject({ kind: z.literal("spin-off"), symbol: StockSymbol, into: StockSymbol, ...RATIO }),
  z.strictObject({
    kind: z.literal("share-merger"),
    symbol: StockSymbol,
    into: StockSymbol,
    ...RATIO,
  }),
  z.strictObject({ kind: z.literal("cash-merger"), symbol: StockSymbol, perShare: Dollars }),
]);

function blowFrom(wanted: z.infer<typeof Blow>): VenueBlow {
  switch (wanted.kind) {
    case "bust":
      return wanted;
    case "name-change":
      return {
        kind: wanted.kind,
        ticker: wanted.symbol,
        into: { ticker: wanted.into, from: 1, to: 1 },
      };
    case "spin-off":
    case "share-merger": {
      const { from, into, kind, symbol, to } = wanted;
      const as = kind === "spin-off" ? kind : "merger";
      return { kind: as, ticker: symbol, into: { ticker: into, from, to } };
    }
    case "cash-merger":
      return { kind: "merger", ticker: wanted.symbol, perShare: unitsOf(wanted.perShare) };
    default:
      return { kind: wanted.kind, amount: unitsOf(wanted.amount) };
  }
}

const unitsOf = (dollars: string) => money(unitsFromDecimal(dollars) ?? 0);

const TOO_LITTLE = "that would leave less cash or fewer shares than none, or nothing is held of it";
const AccountChange = z.strictObject({ blocked: z.boolean() });

/**
 * Steers a running exchange: reads and changes its faults, plants halts, splits, dividends and wide quotes, blocks
 * accounts, moves their cash and shares, takes executions back and sells accounts out. Answers who is on this machine and no page in
 * its browser; asks for no keys.
 */
export async function answerControl(
  request: IncomingMessage,
  { desk, faults, plant }: ControlNeeds,
): Promise<ExchangeAnswer> {
  if (!isFromHere(request)) return json({ message: "only from this machine" }, 403);
  const { pathname } = addressOf(request);
  const asked = `${request.method} ${pathname.slice(CONTROL_PREFIX.length)}`;
  if (asked === "GET /faults") return json({ faults: faults.list() });
  if (asked === "DELETE /faults") {
    faults.replace([]);
    return { status: 204 };
  }
  if (asked === "PUT /faults") {
    const body = FaultList.safeParse(await readJsonBody(request));
    if (!body.success) return wrong(body.error);
    faults.replace(body.data.faults);
    return json({ faults: faults.list() });
  }
  if (asked === "POST /market") {
    const planted = plantedFrom(await readJsonBody(request), desk);
    if (!planted.ok) return json({ message: planted.refusal }, 422);
    plant(planted.value);
    return json(scriptText(desk.market.script));
  }
  if (asked === "GET /market") return json(scriptText(desk.market.script));
  const [, befallen] = /^POST \/accounts\/([^/]+)\/activities$/.exec(asked) ?? [];
  if (befallen !== undefined && desk.venue.book.accounts.has(befallen)) {
    const body = Blow.safeParse(await readJsonBody(request));
    if (!body.success) return wrong(body.error);
    const blow = blowFrom(body.data);
    const other = "into" in blow ? blow.into?.ticker : undefined;
    if ("ticker" in blow && (other === blow.ticker || (other && !desk.market.has(other))))
      return json({ message: `${other} is not another listed stock` }, 422);
    const isDone = await desk.venue.befall(befallen, blow, desk.now());
    return isDone
      ? json({ accountId: befallen, ...body.data })
      : json({ message: TOO_LITTLE }, 422);
  }
  const [, soldOut] = /^POST \/accounts\/([^/]+)\/liquidation$/.exec(asked) ?? [];
  if (soldOut !== undefined && desk.venue.book.accounts.has(soldOut))
    return json({ orders: (await desk.venue.liquidate(soldOut, desk.now())).map(({ id }) => id) });
  const [, accountId] = /^PATCH \/accounts\/([^/]+)$/.exec(asked) ?? [];
  if (accountId === undefined || !desk.venue.book.accounts.has(accountId))
    return json({ message: "there is nothing to steer here" }, 404);
  const body = AccountChange.safeParse(await readJsonBody(request));
  if (!body.success) return wrong(body.error);
  await desk.venue.changeAccount(accountId, { isBlocked: body.data.blocked }, desk.now());
  return json({ accountId, blocked: body.data.blocked });
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? "") && headers.origin === undefined;

function wrong({ issues }: z.ZodError): ExchangeAnswer {
  const [issue] = issues;
  return json({ message: `${issue?.path.map(String).join(".")}: ${issue?.message}` }, 422);
}
