import type { User } from "@sevenfold/application/ports/storage";
import type Koa from "koa";
import createSession from "koa-session";

import type { HttpContext, HttpNeeds, HttpOptions, Next } from "../http-needs.ts";
import {
  SIGN_IN_MS,
  type SignInContent,
  sidHashOf,
  signInContextStore,
} from "./stored-sign-ins.ts";

/** The part of koa-session's session that is used here. It is saved only when told to be. */
interface Session extends SignInContent {
  readonly externalKey: string | undefined;
  regenerate(): Promise<void>;
  manuallyCommit(): Promise<void>;
}

type Needs = Pick<HttpNeeds, "clock" | "identifiers" | "signIns" | "storage">;

/** Over HTTPS the browser itself holds the cookie to this host and to TLS. */
export const cookieName = ({ secureCookies }: Pick<HttpOptions, "secureCookies">): string =>
  secureCookies ? "__Host-sf" : "sf";

/** Finds the sign-in that the cookie names. */
export function signInCookies(app: Koa, needs: Needs, options: HttpOptions) {
  const { secureCookies } = options;
  const session = createSession(
    {
      key: cookieName(options),
      maxAge: SIGN_IN_MS,
      httpOnly: true,
      sameSite: "lax",
      secure: secureCookies,
      signed: true,
      overwrite: true,
      autoCommit: false,
      rolling: false,
      renew: false,
      genid: () => needs.identifiers.secret(),
      ContextStore: signInContextStore(needs),
    },
    app,
  );
  return async (ctx: HttpContext, next: Next): Promise<void> => {
    // TLS ends in front of us: the connection we see is plain.
    if (secureCookies) Object.assign(ctx.cookies, { secure: true });
    await session(ctx, next);
  };
}

/** Finds the user of the sign-in. One whose time is over is nobody. */
export const findUser =
  ({
    clock,
    userById,
  }: Pick<Needs, "clock"> & {
    readonly userById: (id: string) => Promise<User | undefined>;
  }) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    const { userId, externalKey } = sessionOf(ctx);
    if (userId !== undefined && externalKey !== undefined) {
      const user = await userById(userId);
      if (user && !isOver(user, clock.now())) {
        ctx.state.user = user;
        ctx.state.sidHash = sidHashOf(externalKey);
      }
    }
    await next();
  };

export const isOver = ({ expiresAt }: User, at: number): boolean =>
  expiresAt !== undefined && expiresAt <= at;

/** Signs the user in under a new id, whatever id the browser came with. */
export async function signIn(ctx: HttpContext, user: User, at: number): Promise<void> {
  const session = sessionOf(ctx);
  Object.assign(session, { userId: user.id, signedInAt: at });
  await session.regenerate();
}

/** Forgets the sign-in, here and in the browser. */
export async function signOut(ctx: HttpContext): Promise<void> {
  const session = sessionOf(ctx);
  Reflect.set(ctx, "session", null);
  await session.manuallyCommit();
}

const sessionOf = (ctx: HttpContext): Session => Reflect.get(ctx, "session") as Session;
