import type { SignInDesk } from "@sevenfold/application/people/sign-in-desk";
import { isOver, type User } from "@sevenfold/application/ports/stores/user-store";
import type Koa from "koa";
import createSession from "koa-session";

import type { HttpContext, HttpNeeds, HttpOptions, Next } from "../http-needs.ts";
import { networkOf } from "../network-of.ts";
import { deviceNameOf } from "./device-name.ts";
import {
  contentOf,
  newSignIn,
  SIGN_IN_LIFE,
  SIGN_INS_MAX,
  type SignInContent,
  type SignInLife,
  useNotes,
} from "./sign-in-life.ts";
import { signInContextStore, storedSignIn } from "./stored-sign-ins.ts";

/** The part of koa-session's session that is used here. It is saved only when told to be. */
interface Session extends Partial<SignInContent> {
  readonly externalKey: string | undefined;
  /** Of the cookie, in milliseconds. */
  maxAge: number;
  regenerate(): Promise<void>;
  manuallyCommit(): Promise<void>;
}

type Needs = Pick<HttpNeeds, "clock" | "identifiers" | "signIns">;

export function lifeOf({ signInLife }: Pick<HttpOptions, "signInLife">): SignInLife {
  const life = { ...SIGN_IN_LIFE, ...signInLife };
  // Noted well before it would end: whoever is busy stays signed in.
  return { ...life, noteUseMs: Math.min(life.noteUseMs, life.idleMs / 4) };
}

/** Over HTTPS the browser itself holds the cookie to this host and to TLS. */
export const cookieName = ({ secureCookies }: Pick<HttpOptions, "secureCookies">): string =>
  secureCookies ? "__Host-sf" : "sf";

/**
 * Finds the sign-in that the cookie names. koa-session is asked only by what begins or ends a sign-in:
 * to most requests it is nothing but a cookie that is read.
 */
export function signInCookies(app: Koa, needs: Needs, options: HttpOptions) {
  const { secureCookies } = options;
  const key = cookieName(options);
  const session = createSession(
    {
      key,
      maxAge: lifeOf(options).longestMs,
      httpOnly: true,
      sameSite: "lax",
      secure: secureCookies,
      // The id itself is 256 random bits: a signature would make it no harder to guess.
      signed: false,
      overwrite: true,
      autoCommit: false,
      rolling: false,
      renew: false,
      genid: () => needs.identifiers.secret(),
      ContextStore: signInContextStore(needs),
    },
    app,
  );
  const openSession = async (ctx: HttpContext): Promise<void> => {
    // TLS ends in front of us: the connection we see is plain.
    if (secureCookies) Object.assign(ctx.cookies, { secure: true });
    await session(ctx, async () => {});
  };
  const find = storedSignIn(needs);
  return (ctx: HttpContext, next: Next): Promise<unknown> => {
    ctx.state.openSession = openSession;
    const sid = ctx.cookies.get(key, UNSIGNED);
    return sid ? find(sid, ctx).then(next) : next();
  };
}

const UNSIGNED = { signed: false };

/** Finds the user of the sign-in, and notes that it is in use. One whose time is over is nobody. */
export function findUser(
  {
    clock,
    desk,
    signIns,
    userById,
  }: Pick<Needs, "clock" | "signIns"> & {
    readonly desk: Pick<SignInDesk, "know">;
    readonly userById: (id: string) => Promise<User | undefined>;
  },
  options: Pick<HttpOptions, "signInLife">,
) {
  const noteUse = useNotes(signIns, lifeOf(options));
  const find = async (ctx: HttpContext, content: SignInContent): Promise<void> => {
    const user = await userById(content.userId);
    const at = clock.now();
    if (!user || isOver(user, at)) return undefined;
    ctx.state.user = user;
    // Demos are anybody's.
    if (!user.isDemo) desk.know(networkOf(ctx.ip));
    const { sidHash } = ctx.state;
    return sidHash === undefined ? undefined : noteUse({ sidHash, content, at });
  };
  return (ctx: HttpContext, next: Next): Promise<unknown> => {
    const { signIn } = ctx.state;
    return signIn === undefined ? next() : find(ctx, signIn).then(next);
  };
}

/**
 * Signs the user in under a new id, whatever id the browser came with. Answers the hashes of the
 * sign-ins that ended by it: of too many, the oldest.
 */
export async function signIn(
  ctx: HttpContext,
  user: User,
  { clock, signIns }: Pick<Needs, "clock" | "signIns">,
  options: Pick<HttpOptions, "signInLife">,
): Promise<readonly string[]> {
  const at = clock.now();
  const device = deviceNameOf(ctx.get("User-Agent"));
  const content = newSignIn(user, { at, device, life: lifeOf(options) });
  const session = await sessionOf(ctx);
  session.maxAge = content.endsAt - at;
  Object.assign(session, { idleMs: undefined }, content);
  await session.regenerate();

  const others = (await signIns.ofUser(user.id, at)).filter(
    ({ sidHash }) => sidHash !== ctx.state.sidHash,
  );
  const ended = others
    .toSorted((one, other) => signedInAtOf(other) - signedInAtOf(one))
    .slice(SIGN_INS_MAX - 1);
  for (const { sidHash } of ended) await signIns.remove(sidHash);
  return ended.map(({ sidHash }) => sidHash);
}

const signedInAtOf = (signIn: Parameters<typeof contentOf>[0]): number =>
  contentOf(signIn)?.signedInAt ?? 0;

/** Forgets the sign-in, here and in the browser. */
export async function signOut(ctx: HttpContext): Promise<void> {
  const session = await sessionOf(ctx);
  Reflect.set(ctx, "session", null);
  await session.manuallyCommit();
}

async function sessionOf(ctx: HttpContext): Promise<Session> {
  const { openSession } = ctx.state;
  // Once for each request: what it began it may have to end.
  delete ctx.state.openSession;
  await openSession?.(ctx);
  return Reflect.get(ctx, "session") as Session;
}
