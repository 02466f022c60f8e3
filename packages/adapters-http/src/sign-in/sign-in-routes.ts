import { readSubscription } from "@sevenfold/application/people/read-subscription";
import * as contract from "@sevenfold/contract/sign-in";
import { ok, refused } from "@sevenfold/domain/result";

import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import { networkOf } from "../network-of.ts";
import { idempotencyKeyOf } from "../orders/idempotency-key.ts";
import type { Limiters } from "../rate-limits.ts";
import { forAnyone, type Route, view } from "../route.ts";
import { type Enter, userView } from "./entering.ts";
import type { Leave } from "./leaving.ts";
import { presentSubscription } from "./present-user.ts";

interface Parts {
  readonly limiters: Pick<Limiters, "isAtHome">;
  readonly enter: Enter;
  readonly leave: Leave;
}

/** Coming in and going out. */
export const signInRoutes = (
  needs: HttpNeeds,
  { enter, leave, limiters }: Parts,
): readonly Route[] => [
  forAnyone(contract.register, async ({ input, ctx }) => {
    const key = idempotencyKeyOf(ctx.get("Idempotency-Key"));
    if (!key.ok) return key;
    const registered = await needs.desk.register({
      username: input.username,
      email: input.email,
      password: input.password,
      broker: {
        provider: input.brokerProvider,
        apiKey: input.brokerApiKey,
        secretKey: input.brokerSecretKey,
        accountLabel: input.brokerAccountLabel,
      },
      origin: originOf(ctx),
      isCounted: !limiters.isAtHome(ctx),
      idempotencyKey: key.value,
    });
    return registered.ok ? ok(await enter(ctx, registered.value)) : registered;
  }),
  forAnyone(contract.signIn, async ({ input, ctx }) => {
    const user = await needs.desk.signIn({ ...input, origin: originOf(ctx) });
    if (!user.ok) return user;
    const entered = await enter(ctx, user.value);
    if (await needs.desk.opensStill(user.value)) return ok(entered);
    await leave(ctx, user.value.id);
    return refused({ kind: "sign-in-failed" });
  }),
  forAnyone(contract.demoSignIn, async ({ ctx }) => {
    const user = await needs.signInAsDemo({ address: ctx.ip });
    return user.ok ? ok(await enter(ctx, user.value)) : user;
  }),
  forAnyone(contract.signOut, async ({ ctx }) => {
    await leave(ctx, ctx.state.user?.id);
    // What other people at this browser could still find of it. Answers are never stored.
    ctx.set("Clear-Site-Data", '"cache"');
    return ok({ message: "Signed out" });
  }),
  view(contract.readUser, async ({ user }) => ok(await userView(needs, user))),
  view(contract.readSubscription, async ({ user }) =>
    ok(presentSubscription(readSubscription(user, needs.clock.now()), user.plan)),
  ),
];

const originOf = ({ ip }: HttpContext) => ({ address: ip, network: networkOf(ip) });
