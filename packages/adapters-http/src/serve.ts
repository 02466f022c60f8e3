import type Router from "@koa/router";
import type { Readers } from "@sevenfold/application/ports/stores/readers";
import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import type { Endpoint } from "@sevenfold/contract/endpoint";
import { invariant } from "@sevenfold/domain/invariant";

import {
  accountMeantBy,
  accountWatch,
  type OfAccount,
  ofAccountAfterwards,
  ofOneAccount,
} from "./account-in-use.ts";
import type { HttpContext, HttpState } from "./http-needs.ts";
import { sentenceOfIssue } from "./invalid-input.ts";
import type { KeptAnswers } from "./memory/kept-answers.ts";
import { type Answer, answerOf, sendPacked } from "./packed-answer.ts";
import type { Limiters } from "./rate-limits.ts";
import { RequestRefused } from "./refusals.ts";
import type { AnyoneCall, RequestCall, Route } from "./route.ts";
import { refuseTokens, requireScope } from "./tokens/bearer-token.ts";

export type ApiRouter = Router<HttpState>;

/** What of the moments before an answer is made of, and whose rows say which account is in use. */
export interface Around {
  readonly limiters: Pick<Limiters, "countCall">;
  readonly answers: KeptAnswers;
  /** What the views read. */
  readonly shown: Pick<Readers, "accounts">;
  readonly stored: Pick<Readers, "accounts">;
}

/** Mounts one contract line: input checked on the way in, nothing undeclared on the way out. */
export function serve(router: ApiRouter, route: Route, around?: Around): void {
  const { endpoint } = route;
  const isView = route.access === "signed-in" && route.isView === true;
  const watch = around && accountWatch(endpoint, isView ? around.shown : around.stored);
  const checkedInput = inputCheck(endpoint);
  invariant(route.access === endpoint.access, `${endpoint.path} is served as the contract says`);
  router[endpoint.method](endpoint.path, async (routed) => {
    const ctx = routed as unknown as HttpContext;
    ctx.state.routePath = endpoint.path;
    const { user } = ctx.state;
    if (route.access === "signed-in" && !user) throw new RequestRefused({ kind: "signed-out" });
    refuseTokens(ctx, endpoint);
    const { input: checked, text } = checkedInput(ctx);
    const input = checked as never;
    requireScope(ctx, endpoint, input);
    const make = async (): Promise<Answer> => {
      const answer =
        route.access === "anyone"
          ? await route.answer({ input, ctx } satisfies AnyoneCall<never>)
          : await route.answer({ input, user: user!, ctx } satisfies RequestCall<never>);
      if (!answer.ok) throw new RequestRefused(answer.refusal);
      return answerOf(Buffer.from(JSON.stringify(endpoint.output.parse(answer.value))));
    };
    // Kept only where it is known what makes it another.
    const reads = route.access === "signed-in" && route.isView ? route.reads : undefined;
    const accountMeant = accountMeantBy(ctx);
    if (watch && user && accountMeant !== undefined) await watch.require(user, ctx);
    const counting = around?.limiters.countCall(endpoint, ctx, input);
    if (counting) await counting;
    const makeWatched = async (): Promise<OfAccount<Answer>> => {
      if (!watch || !user) return [await make(), undefined];
      if (isLooking(endpoint)) return ofOneAccount(watch, user.id, make);
      return ofAccountAfterwards(watch, { userId: user.id, toldBy: ctx }, make);
    };
    // Who means another account is not told what was found out for the one before.
    const said = () => `${accountMeant ?? ""} ${text ?? JSON.stringify(input)}`;
    const [answer, accountId] =
      around && reads && user
        ? await around.answers(user.id, { path: endpoint.path, input: said(), reads }, makeWatched)
        : await makeWatched();
    const { res } = ctx;
    if (accountId !== undefined) res.setHeader(ACCOUNT_HEADER, accountId);
    res.setHeader("Cache-Control", "no-store");
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    if (isLooking(endpoint)) return sendPacked(ctx, answer);
    ctx.body = answer.bytes;
    return undefined;
  });
}

/**
 * It changes nothing. Secrets are told by calls that do, and never packed: beside words of a
 * stranger's choice the packed length would give them away bit by bit (BREACH).
 */
const isLooking = ({ method, onlyLooks }: Endpoint): boolean =>
  method === "get" || onlyLooks === true;

interface CheckedInput {
  readonly input: unknown;
  /** As JSON, where that is known already. */
  readonly text: string | undefined;
}

/** Checks what a request says. Most say nothing at all, and that is checked once. */
function inputCheck({ input }: Endpoint): (ctx: HttpContext) => CheckedInput {
  const ofNothing = input.safeParse({});
  const nothing = ofNothing.success && {
    input: ofNothing.data,
    text: JSON.stringify(ofNothing.data),
  };
  return (ctx) => {
    const given = gathered(ctx);
    if (given.size === 0 && nothing) return nothing;
    const checked = input.safeParse(Object.fromEntries(given), { error: sentenceOfIssue });
    if (checked.success) return { input: checked.data, text: undefined };
    const details = checked.error.issues[0]?.message ?? "The request cannot be read.";
    throw new RequestRefused({ kind: "invalid-request", details });
  };
}

/** Path, query and body in one; a field said twice is refused. */
export function gathered(ctx: HttpContext): ReadonlyMap<string, unknown> {
  const input = new Map<string, unknown>();
  const put = (name: string, value: unknown) => {
    if (input.has(name)) throw saidTwice(name);
    input.set(name, value);
  };
  for (const [name, value] of Object.entries(ctx.params as Record<string, string>))
    put(name, value);
  if (ctx.querystring !== "")
    for (const [name, value] of Object.entries(ctx.query)) {
      if (Array.isArray(value)) throw saidTwice(name);
      put(name, value);
    }
  const { body } = ctx.state;
  if (body !== undefined) for (const [name, value] of Object.entries(body)) put(name, value);
  return input;
}

const saidTwice = (name: string) =>
  new RequestRefused({
    kind: "invalid-request",
    details: `"${name.slice(0, 40)}" is given more than once.`,
  });
