import { hash } from "node:crypto";
import { invariant } from "@sevenfold/domain/invariant";

import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import { contentOf, expiryOf, type SignInContent } from "./sign-in-life.ts";

/** What a cookie's plain id is stored under, so that a stolen table opens nothing. */
export const sidHashOf = (sid: string): string => hash("sha256", sid, "hex");

/** Looks up the sign-in of a cookie's plain id, and notes on the request whose it is and under which hash. */
export const storedSignIn =
  ({ clock, signIns }: Pick<HttpNeeds, "clock" | "signIns">) =>
  async (
    sid: string,
    { state }: Pick<HttpContext, "state">,
  ): Promise<SignInContent | undefined> => {
    const sidHash = sidHashOf(sid);
    const stored = await signIns.get(sidHash, clock.now());
    if (stored === undefined) return undefined;
    state.sidHash = sidHash;
    state.signIn = contentOf(stored);
    return state.signIn;
  };

/** The store koa-session keeps sign-ins in. A class: koa-session makes one for every request. */
export const signInContextStore = ({ clock, signIns }: Pick<HttpNeeds, "clock" | "signIns">) => {
  const find = storedSignIn({ clock, signIns });
  return class StoredSignIns {
    get(
      sid: string,
      _maxAgeMs: number,
      { ctx }: { readonly ctx: HttpContext },
    ): Promise<SignInContent | undefined> {
      return find(sid, ctx);
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
};
