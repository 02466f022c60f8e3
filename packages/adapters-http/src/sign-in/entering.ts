import { hasSecondFactor } from "@sevenfold/application/people/second-factor";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import type { UserView } from "@sevenfold/contract/sign-in";

import type { HttpContext, HttpNeeds, HttpOptions } from "../http-needs.ts";
import type { LiveStreams } from "../live/live-streams.ts";
import { presentUser } from "./present-user.ts";
import { signIn } from "./sign-in-cookie.ts";

export type Enter = (ctx: HttpContext, user: User) => Promise<UserView>;

/** Signs somebody in who has shown who they are, and tells the windows of what ends by it. */
export const entering =
  (
    needs: HttpNeeds,
    options: Pick<HttpOptions, "signInLife">,
    live: Pick<LiveStreams, "endSignIn">,
  ): Enter =>
  async (ctx, user) => {
    const { sidHash: before, user: userBefore = user } = ctx.state;
    const ended = await signIn(ctx, user, needs, options);
    for (const sidHash of before === undefined ? ended : [before, ...ended])
      live.endSignIn(sidHash);
    for (const userId of new Set([userBefore.id, user.id]))
      needs.announcer.announce({ accountId: "", userId, topic: "sign-ins" });
    needs.billing.welcome(user);
    return userView(needs, user);
  };

export const userView = async ({ storage }: Pick<HttpNeeds, "storage">, user: User) =>
  presentUser(user, { hasTotp: await hasSecondFactor(storage.read, user.id) });
