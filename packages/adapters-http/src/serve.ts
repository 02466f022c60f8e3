import type Router from "@koa/router";
import type { Tables, User } from "@sevenfold/application/ports/storage";
import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import type { Endpoint } from "@sevenfold/contract/endpoint";
import { invariant } from "@sevenfold/domain/invariant";

import { type AccountWatch, accountWatch, ofOneAccount } from "./account-in-use.ts";
import type { HttpContext, HttpState } from "./http-needs.ts";
import { sentenceOfIssue } from "./invalid-input.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import { RequestRefused } from "./problem.ts";
import type { AnyoneCall, RequestCall, Route } from "./route.ts";
import { requireScope } from "./tokens/bearer-token.ts";

export type ApiRouter = Router<HttpState>;

/** What of the moments before an answer is made of, and whose rows say which account is in use. */
export interface Memory {
  readonly answers: KeptAnswers;
  /** What the views read. */
  readonly shown: Pick<Tables, "accounts">;
  readonly stored: Pick<Tables, "accounts">;
}

/** Mounts one contract line: input checked on the way in, nothing undeclared on the way out. */
export function serve(router: ApiRouter, route: Route, memory?: Memory): void {
  const { endpoint } = route;
  const isView = route.access === "signed-in" && route.isView === true;
  const watch = memory && accountWatch(endpoint, isView ? memory.shown : memory.stored);
  const checkedInput = inputCheck(endpoint);
  invariant(route.access === endpoint.access, `${endpoint.path} is served as the contract says`);
  router[endpoint.method](endpoint.path, async (routed) => {
    const ctx = routed as unknown as HttpContext;
    ctx.state.routePath = endpoint.path;
    const { user } = ctx.state;
    if (route.access === "signed-in" && !user) throw new RequestRefused({ kind: "signed-out" });
    requireScope(ctx, endpoint);
    const input = checkedInput(ctx) as never;
    const make = async (): Promise<Buffer> => {
      const answer =
        route.access === "anyone"
          ? await route.answer({ input, ctx } satisfies AnyoneCall<never>)
          : await route.answer({ input, user: user!, ctx } satisfies RequestCall<never>);
      if (!answer.ok) throw new RequestRefused(answer.refusal);
      return Buffer.from(JSON.stringify(endpoint.output.parse(answer.value)));
    };
    const answerOf = (accountId = "") => {
      if (!memory || !isView || !user) return make();
      const asked = { path: endpoint.path, input: `${accountId} ${JSON.stringify(input)}` };
      return memory.answers.answer(user.id, asked, make);
    };
    ctx.set("Cache-Control", "no-store");
    ctx.type = "application/json";
    ctx.body =
      watch && user
        ? await answerOfAccount(watch, { user, ctx, isAgain: endpoint.method === "get" }, answerOf)
        : await answerOf();
  });
}

async function answerOfAccount(
  watch: AccountWatch,
  {
    ctx,
    isAgain,
    user,
  }: { readonly ctx: HttpContext; readonly isAgain: boolean; readonly user: User },
  make: (accountId: string | undefined) => Promise<Buffer>,
): Promise<Buffer> {
  await watch.require(user, ctx);
  const [bytes, accountId] = await ofOneAccount(watch, { userId: user.id, isAgain }, make);
  if (accountId !== undefined) ctx.set(ACCOUNT_HEADER, accountId);
  return bytes;
}

/** Checks what a request says. Most say nothing at all, and that is checked once. */
function inputCheck({ input }: Endpoint): (ctx: HttpContext) => unknown {
  const ofNothing = input.safeParse({});
  return (ctx) => {
    const given = gathered(ctx);
    if (given.size === 0 && ofNothing.success) return ofNothing.data;
    const checked = input.safeParse(Object.fromEntries(given), { error: sentenceOfIssue });
    if (checked.success) return checked.data;
    const details = checked.error.issues[0]?.message ?? "The request cannot be read.";
    throw new RequestRefused({ kind: "invalid-request", details });
  };
}

/** Path, query and body in one; a field said twice is refused. */
function gathered(ctx: HttpContext): ReadonlyMap<string, unknown> {
  const input = new Map<string, unknown>();
  const put = (name: string, value: unknown) => {
    if (input.has(name)) throw saidTwice(name);
    input.set(name, value);
  };
  for (const [name, value] of Object.entries(ctx.params as Record<string, string>))
    put(name, value);
  for (const [name, value] of Object.entries(ctx.query)) {
    if (Array.isArray(value)) throw saidTwice(name);
    put(name, value);
  }
  for (const [name, value] of Object.entries(ctx.state.body ?? {})) put(name, value);
  return input;
}

const saidTwice = (name: string) =>
  new RequestRefused({
    kind: "invalid-request",
    details: `"${name.slice(0, 40)}" is given more than once.`,
  });
