import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import type { LiveStreams } from "../live/live-streams.ts";
import { signOut } from "./sign-in-cookie.ts";

export type Leave = (ctx: HttpContext, userId: string | undefined) => Promise<void>;

/** Ends this browser's sign-in, puts that on record, and tells the user's windows. */
export const leaving =
  (
    { announcer, clock, storage }: Pick<HttpNeeds, "announcer" | "clock" | "storage">,
    live: Pick<LiveStreams, "endSignIn">,
  ): Leave =>
  async (ctx, userId) => {
    const { sidHash } = ctx.state;
    await signOut(ctx);
    if (sidHash !== undefined) live.endSignIn(sidHash);
    if (userId === undefined) return;
    announcer.announce({ accountId: "", userId, topic: "sign-ins" });
    const entry = { at: clock.now(), userId, address: ctx.ip };
    await storage.transact(({ audit }) => audit.add({ ...entry, action: "sign-out" }));
  };
