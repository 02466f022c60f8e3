import { createHash } from "node:crypto";
import { instant } from "@sevenfold/domain/market";

import type { HttpNeeds } from "../http-needs.ts";

/** How long a sign-in lasts, from the moment of signing in. Nothing prolongs it. */
export const SIGN_IN_MS = 24 * 60 * 60_000;

/** What a cookie's plain id is stored under, so that a stolen table opens nothing. */
export const sidHashOf = (sid: string): string => createHash("sha256").update(sid).digest("hex");

/** What a sign-in keeps. */
export interface SignInContent {
  readonly userId?: string;
  readonly signedInAt?: number;
}

/** The store koa-session keeps sign-ins in. A class: koa-session makes one for every request. */
export const signInContextStore = ({ clock, signIns }: Pick<HttpNeeds, "clock" | "signIns">) =>
  class StoredSignIns {
    async get(sid: string): Promise<SignInContent | undefined> {
      return (await signIns.get(sidHashOf(sid), clock.now()))?.content;
    }

    async set(sid: string, content: SignInContent): Promise<void> {
      const { userId, signedInAt = clock.now() } = content;
      await signIns.put({
        sidHash: sidHashOf(sid),
        ...(userId === undefined ? {} : { userId }),
        content: { ...content },
        expiresAt: instant(signedInAt + SIGN_IN_MS),
      });
    }

    async destroy(sid: string): Promise<void> {
      await signIns.remove(sidHashOf(sid));
    }
  };
