import { createHash } from "node:crypto";
import { invariant } from "@sevenfold/domain/invariant";

import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import { contentOf, expiryOf, type SignInContent } from "./sign-in-life.ts";

/** What a cookie's plain id is stored under, so that a stolen table opens nothing. */
export const sidHashOf = (sid: string): string => createHash("sha256").update(sid).digest("hex");

/** The store koa-session keeps sign-ins in. A class: koa-session makes one for every request. */
export const signInContextStore = ({ clock, signIns }: Pick<HttpNeeds, "clock" | "signIns">) =>
  class StoredSignIns {
    async get(
      sid: string,
      _maxAgeMs: number,
      { ctx }: { readonly ctx: HttpContext },
    ): Promise<SignInContent | undefined> {
      const sidHash = sidHashOf(sid);
      const signIn = await signIns.get(sidHash, clock.now());
      if (signIn) ctx.state.sidHash = sidHash;
      return signIn && contentOf(signIn);
    }

    async set(
      sid: string,
      given: Readonly<Record<string, unknown>>,
      _maxAgeMs: number,
      { ctx }: { readonly ctx: HttpContext },
    ): Promise<void> {
      // What begins with an underscore is koa-session's own, by the machine's clock.
      const kept = Object.entries(given).filter(([name]) => !name.startsWith("_"));
      const content = contentOf({ content: Object.fromEntries(kept) });
      invariant(content !== undefined, "a sign-in says whose it is and how long it lasts");
      const sidHash = sidHashOf(sid);
      await signIns.put({
        sidHash,
        userId: content.userId,
        content: { ...content },
        expiresAt: expiryOf(content),
      });
      ctx.state.sidHash = sidHash;
    }

    async destroy(sid: string): Promise<void> {
      await signIns.remove(sidHashOf(sid));
    }
  };
