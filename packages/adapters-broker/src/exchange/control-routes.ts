import type { IncomingMessage } from "node:http";
import type { SteeredMarket } from "@sevenfold/application/exchange/steered-market";
import type { VenueBlow } from "@sevenfold/application/exchange/venue";
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

const FaultList = z.strictObject({ faults: z.array(Fault).max(1_000) });
const Blow = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum(["deposit", "fee", "interest", "other", "withdrawal"]),
    /** Dollars; what leaves is negative. */
    amount: z.string().regex(/^-?\d{1,9}(\.\d{1,4})?$/),
  }),
  z.strictObject({ kind: z.literal("bust"), executionId: z.string().min(1) }),
]);

const blowFrom = (wanted: z.infer<typeof Blow>): VenueBlow =>
  wanted.kind === "bust"
    ? wanted
    : { kind: wanted.kind, amount: money(unitsFromDecimal(wanted.amount) ?? 0) };

const AccountChange = z.strictObject({ blocked: z.boolean() });

/**
 * Steers a running exchange: reads and changes its faults, plants halts, splits, dividends and wide quotes, blocks
 * accounts, moves their cash and takes executions back. Answers who is on this machine and no page in
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
    const isDone = await desk.venue.befall(befallen, blowFrom(body.data), desk.now());
    return isDone
      ? json({ accountId: befallen, ...body.data })
      : json({ message: "that would leave less cash or fewer shares than none" }, 422);
  }
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
