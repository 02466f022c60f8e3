import { CALLS, callAt } from "@sevenfold/contract/calls";
import type { UserView } from "@sevenfold/contract/sign-in";
import { mutate } from "swr";
import { forgetNotices } from "../ui/notices.ts";
import { forgetAccountInUse } from "./account-in-use.ts";

const HINT = "sevenfold.signed-in";

/** Whom the last answer named; null is nobody, undefined that nothing is known since all was forgotten. */
let known: string | null | undefined;

export const knownUser = () => known;

const forgetting = new Set<() => void>();

/** What else is somebody's is forgotten by this. Public pages have none of it, and load none. */
export function onForget(forgetOne: () => void): void {
  forgetting.add(forgetOne);
}

/** Told whose sign-in "ended" by itself or elsewhere, before all of theirs is forgotten; and who "is" there. */
type HearPerson = (what: "ended" | "is", userId?: string) => void;

let hearPerson: HearPerson | undefined;

/** For what outlives a sign-in. */
export function onPerson(hear: HearPerson): void {
  hearPerson = hear;
}

/**
 * Takes in who is signed in, before it is shown. Another window of this browser may have signed
 * somebody else in: then everything that was of the one before is forgotten.
 */
export function heardUser(user: UserView | null): void {
  if (user === null) hint.clear();
  else hint.set();
  const id = user?.id ?? null;
  if (known !== undefined && known !== id) {
    if (user === null) tellEnded();
    void forget({ thenRead: user !== null });
  }
  if (user !== null) hearPerson?.("is", user.id);
  known = id;
}

/** After the sign-in has ended by itself or elsewhere: its user may come back to what was typed. */
export function signInEnded(): void {
  tellEnded();
  void forgetWhoever();
}

/** After somebody has signed out here, or the account has ended: nothing of it is left. */
export async function forgetUser(): Promise<void> {
  hearPerson?.("is");
  await forgetWhoever();
}

async function forgetWhoever(): Promise<void> {
  hint.clear();
  await mutate(CALLS.readUser.path, null, { revalidate: false });
  await forget();
}

/** What one person saw and was told never shows to the next; the market is everybody's. */
export async function forget({ thenRead = false } = {}): Promise<void> {
  known = undefined;
  forgetNotices();
  for (const forgetOne of forgetting) forgetOne();
  forgetAccountInUse();
  await mutate((key) => key !== CALLS.readUser.path && !isEverybodys(key), undefined, {
    revalidate: thenRead,
  });
}

function tellEnded(): void {
  if (typeof known === "string") hearPerson?.("ended", known);
}

/** Whether somebody has signed in here before. */
export const isHinted = (): boolean => hint.isSet();

/** Calls back when somebody signs in or out in another window of this browser. */
export function onSignedElsewhere(callBack: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === HINT) callBack();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

const isEverybodys = (key: unknown): boolean =>
  typeof key === "string" && callAt(key)?.belongsTo === "everybody";

const hint = {
  isSet: () => quietly(() => localStorage.getItem(HINT) === "yes") ?? true,
  set: () => quietly(() => localStorage.setItem(HINT, "yes")),
  clear: () => quietly(() => localStorage.removeItem(HINT)),
};

function quietly<Answer>(use: () => Answer): Answer | undefined {
  try {
    return use();
  } catch {
    // A browser may close its storage to us.
    return undefined;
  }
}
