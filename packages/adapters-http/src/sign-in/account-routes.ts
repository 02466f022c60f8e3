import * as contract from "@sevenfold/contract/sign-in";
import { invariant } from "@sevenfold/domain/invariant";
import { ok, refused } from "@sevenfold/domain/result";

import type { HttpContext, HttpNeeds, HttpOptions } from "../http-needs.ts";
import type { LiveStreams } from "../live/live-streams.ts";
import { forUser, type Route } from "../route.ts";
import type { Leave } from "./leaving.ts";
import { signIn, signOut } from "./sign-in-cookie.ts";

/** What lets a user in, changed by themselves. */
export const accountRoutes = (
  needs: HttpNeeds,
  options: Pick<HttpOptions, "signInLife">,
  { leave, live }: { readonly leave: Leave; readonly live: Pick<LiveStreams, "reconnect"> },
): readonly Route[] => [
  forUser(contract.changePassword, async ({ user, input, ctx }) => {
    const sidHash = sidHashIn(ctx);
    const wish = { ...input, sidHash, address: ctx.ip };
    const changed = await needs.desk.changePassword(user, wish);
    if (!changed.ok) return changed;
    const { tokensEnded, user: current } = changed.value;
    await signIn(ctx, current, needs, options);
    if (!(await needs.desk.opensStill(current))) {
      await leave(ctx, user.id);
      return refused({ kind: "signed-out" });
    }
    // Its windows come back under the new id.
    live.reconnect(sidHash);
    return ok({
      message: `Password changed. Your other sign-ins ${andTokens(tokensEnded)}have ended.`,
    });
  }),
  forUser(contract.deleteUser, async ({ user, input, ctx }) => {
    const deleted = await needs.desk.deleteUser(user, { ...input, address: ctx.ip });
    if (!deleted.ok) return deleted;
    await signOut(ctx);
    return ok({ message: "Your account and everything in it is gone." });
  }),
  forUser(contract.beginTotp, async ({ user, input }) =>
    needs.desk.beginTotp(user, input.password),
  ),
  forUser(contract.confirmTotp, async ({ user, input, ctx }) => {
    const confirmed = await needs.desk.confirmTotp(user, { ...input, address: ctx.ip });
    if (!confirmed.ok) return confirmed;
    const { recoveryCodes, tokensEnded } = confirmed.value;
    const message = `Two-step sign-in is on.${endedText(tokensEnded)}`;
    return ok({ message, recoveryCodes: [...recoveryCodes] });
  }),
  forUser(contract.removeTotp, async ({ user, input, ctx }) => {
    const removed = await needs.desk.removeTotp(user, { ...input, address: ctx.ip });
    if (!removed.ok) return removed;
    return ok({ message: `Two-step sign-in is off.${endedText(removed.value.tokensEnded)}` });
  }),
];

const tokensText = (count: number): string => (count === 1 ? "API token" : `${count} API tokens`);

const andTokens = (count: number): string => (count === 0 ? "" : `and your ${tokensText(count)} `);

const endedText = (count: number): string =>
  count === 0
    ? ""
    : ` Your ${tokensText(count)} ${count === 1 ? "has" : "have"} ended: make new ones where programs need them.`;

/** Of a call no token may make: whoever is known to it came with a cookie. */
export function sidHashIn({ state: { sidHash } }: HttpContext): string {
  invariant(sidHash !== undefined, "a user without a token has a sign-in");
  return sidHash;
}
