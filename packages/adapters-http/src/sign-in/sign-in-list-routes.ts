import { revokeOtherSignIns, revokeSignIn } from "@sevenfold/application/people/revoke-sign-ins";
import * as contract from "@sevenfold/contract/sign-in";
import { ok } from "@sevenfold/domain/result";

import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import { forUser, type Route } from "../route.ts";
import { sidHashIn } from "./account-routes.ts";
import { presentSignIn } from "./present-user.ts";

/** Where else a user is signed in. */
export const signInListRoutes = (needs: HttpNeeds): readonly Route[] => [
  forUser(contract.listSignIns, async ({ user, ctx }) => ok(await listOf(needs, user.id, ctx))),
  forUser(contract.revokeSignIn, async ({ user, input, ctx }) => {
    const revoked = await revokeSignIn(needs)({
      userId: user.id,
      sidHash: input.id,
      address: ctx.ip,
    });
    return revoked.ok ? ok(await listOf(needs, user.id, ctx)) : revoked;
  }),
  forUser(contract.revokeOtherSignIns, async ({ user, ctx }) => {
    const sidHash = sidHashIn(ctx);
    await revokeOtherSignIns(needs)({ userId: user.id, sidHash, address: ctx.ip });
    return ok(await listOf(needs, user.id, ctx));
  }),
];

async function listOf({ clock, storage }: HttpNeeds, userId: string, { state }: HttpContext) {
  const signIns = await storage.read.signIns.ofUser(userId, clock.now());
  return signIns
    .flatMap((signIn) => presentSignIn(signIn, state.sidHash))
    .toSorted((one, other) => (one.lastSeenAt < other.lastSeenAt ? 1 : -1));
}
