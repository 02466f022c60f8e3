import type { SignIn, SignInStore } from "@sevenfold/application/ports/stores/sign-in-store";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { type Instant, instant } from "@sevenfold/domain/market";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a sign-in lasts, in milliseconds. */
export interface SignInLife {
  /** However busy it was. */
  readonly longestMs: number;
  /** Without a request and without an open stream. */
  readonly idleMs: number;
  /** A demo visitor's lasts as long as the account, idle or not. */
  readonly demoMs: number;
  /** How often a sign-in in use is noted to be. */
  readonly noteUseMs: number;
}

export const SIGN_IN_LIFE: SignInLife = {
  longestMs: 12 * HOUR_MS,
  idleMs: 30 * MINUTE_MS,
  demoMs: 24 * HOUR_MS,
  noteUseMs: MINUTE_MS,
};

/** A user's sign-ins at once; of more, the oldest ends. */
export const SIGN_INS_MAX = 10;

/** What a sign-in keeps. */
export interface SignInContent {
  readonly userId: string;
  readonly signedInAt: number;
  readonly lastSeenAt: number;
  /** Nothing prolongs it beyond. */
  readonly endsAt: number;
  /** Absent where it may be idle to its end. */
  readonly idleMs?: number;
  /** Browser and system in words. */
  readonly device: string;
}

export const newSignIn = (
  { id, isDemo }: User,
  {
    at,
    device,
    life,
  }: { readonly at: Instant; readonly device: string; readonly life: SignInLife },
): SignInContent => ({
  userId: id,
  signedInAt: at,
  lastSeenAt: at,
  endsAt: at + (isDemo ? life.demoMs : life.longestMs),
  ...(isDemo ? {} : { idleMs: life.idleMs }),
  device,
});

/** What a stored sign-in keeps; undefined for one that was written in another shape. */
export function contentOf({ content }: Pick<SignIn, "content">): SignInContent | undefined {
  const { endsAt, lastSeenAt, signedInAt, userId } = content;
  const isWhole =
    typeof userId === "string" &&
    [endsAt, lastSeenAt, signedInAt].every((each) => typeof each === "number");
  return isWhole ? (content as unknown as SignInContent) : undefined;
}

/** When it is over unless it is used. */
export const expiryOf = ({ endsAt, idleMs, lastSeenAt }: SignInContent): Instant =>
  instant(idleMs === undefined ? endsAt : Math.min(endsAt, lastSeenAt + idleMs));

/** A request under the sign-in, with what was kept of it when it came. */
export interface Use {
  readonly sidHash: string;
  readonly content: SignInContent;
  readonly at: Instant;
}

/**
 * Notes that a sign-in is in use, if that was not noted just now: once, however many requests come
 * meanwhile, which do not wait for it. Never brings back one that ended. Undefined where there is
 * nothing to note.
 */
export function useNotes(
  signIns: Pick<SignInStore, "change">,
  { noteUseMs }: Pick<SignInLife, "noteUseMs">,
): (use: Use) => Promise<void> | undefined {
  const noting = new Set<string>();
  const isNoted = ({ lastSeenAt }: SignInContent, at: Instant) => at - lastSeenAt < noteUseMs;
  const note = async ({ at, sidHash }: Use): Promise<void> => {
    noting.add(sidHash);
    try {
      await signIns.change(sidHash, (signIn) => {
        const stored = contentOf(signIn);
        // One whose time is over stays over, however late it is swept away.
        if (!stored || signIn.expiresAt <= at || isNoted(stored, at)) return signIn;
        const used = { ...stored, lastSeenAt: at };
        return { ...signIn, content: { ...used }, expiresAt: expiryOf(used) };
      });
    } finally {
      noting.delete(sidHash);
    }
  };
  return (use) => (isNoted(use.content, use.at) || noting.has(use.sidHash) ? undefined : note(use));
}
