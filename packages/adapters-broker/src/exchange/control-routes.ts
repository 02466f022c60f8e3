import type { IncomingMessage } from "node:http";
import { z } from "zod";

import type { ExchangeDesk } from "./exchange-desk.ts";
import { addressOf, type ExchangeAnswer, json, readJsonBody } from "./exchange-http.ts";
import { Fault } from "./exchange-script.ts";
import type { FaultDesk } from "./fault-desk.ts";

/** Everything under here steers the exchange itself. */
export const CONTROL_PREFIX = "/control";

export interface ControlNeeds {
  readonly desk: ExchangeDesk;
  readonly faults: FaultDesk;
}

const FaultList = z.strictObject({ faults: z.array(Fault).max(1_000) });
const AccountChange = z.strictObject({ blocked: z.boolean() });

/**
 * Steers a running exchange: reads and changes its faults, blocks accounts. Answers who is on this
 * machine and no page in its browser; asks for no keys.
 */
export async function answerControl(
  request: IncomingMessage,
  { desk, faults }: ControlNeeds,
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
