import { readSubscription } from "@sevenfold/application/use-cases/read-subscription";
import * as contract from "@sevenfold/contract/sign-in";
import { ok } from "@sevenfold/domain/result";

import type { HttpNeeds } from "../http-needs.ts";
import type { LiveStreams } from "../live/live-streams.ts";
import type { Limiters } from "../rate-limits.ts";
import { forAnyone, type Route, view } from "../route.ts";
import { presentSubscription, presentUser } from "./present-user.ts";
import { signIn, signOut } from "./sign-in-cookie.ts";

export const signInRoutes = (
  { clock, signInAsDemo }: HttpNeeds,
  limiters: Limiters,
  live: Pick<LiveStreams, "endSignIn">,
): readonly Route[] => [
  forAnyone(contract.demoSignIn, async ({ ctx }) => {
    await limiters.countDemo(ctx);
    const user = await signInAsDemo();
    if (!user.ok) return user;
    if (ctx.state.sidHash !== undefined) live.endSignIn(ctx.state.sidHash);
    await signIn(ctx, user.value, clock.now());
    return ok(presentUser(user.value));
  }),
  forAnyone(contract.signOut, async ({ ctx }) => {
    await signOut(ctx);
    if (ctx.state.sidHash !== undefined) live.endSignIn(ctx.state.sidHash);
    return ok({ message: "Signed out" });
  }),
  view(contract.readUser, async ({ user }) => ok(presentUser(user))),
  view(contract.readSubscription, async ({ user }) =>
    ok(presentSubscription(readSubscription(user, clock.now()))),
  ),
];
