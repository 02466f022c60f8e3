import { CALLS, callAt } from "@sevenfold/contract/calls";
import { useSyncExternalStore } from "react";
import { mutate, SWRConfig } from "swr";
import { hasUnsaved } from "../ui/unsaved.ts";

/** How often another account has taken the place of the one before, in this window's time. */
export interface AccountTurn {
  readonly number: number;
  /** Undefined until the first answer that is of an account. */
  readonly accountId: string | undefined;
  /** Whether this window asked for it. */
  readonly isOwn: boolean;
  /** Something was typed for the account before, and not saved. */
  readonly hadUnsaved: boolean;
}

let turn: AccountTurn = { number: 0, accountId: undefined, isOwn: true, hadUnsaved: false };
const listeners = new Set<() => void>();
let ownChanges = 0;
let isNoneThere = false;

/**
 * Makes a call that may put another account in use. A push of that account can arrive before the
 * answer does, and is this window's own doing all the same.
 */
export async function asOwnChange<Answer>(makeCall: () => Promise<Answer>): Promise<Answer> {
  ownChanges += 1;
  try {
    return await makeCall();
  } finally {
    ownChanges -= 1;
  }
}

/**
 * Takes in which account an answer or a push is of. At the first that is of another one, everything
 * that was of the account before is forgotten: shown or kept, it is read anew.
 */
export function heardAccount(accountId: string): void {
  const { number, accountId: before } = turn;
  if (accountId === before) return;
  if (before === undefined) {
    turn = { ...turn, accountId };
    // What was asked for while there was none was refused for want of one.
    if (isNoneThere) void mutate((key) => typeof key === "string" && isOld(key));
    isNoneThere = false;
    return;
  }
  const isOwn = ownChanges > 0;
  take({ number: number + 1, accountId, isOwn, hadUnsaved: hasUnsaved() });
  if (!isOwn) void mutate(CALLS.listBrokers.path);
}

/** No account is left: the one that was in use is removed, and nothing of it stays. */
export function heardNoAccount(): void {
  const { number, accountId } = turn;
  isNoneThere = true;
  if (accountId !== undefined)
    take({ number: number + 1, accountId: undefined, isOwn: true, hadUnsaved: false });
}

function take(next: AccountTurn): void {
  turn = next;
  for (const key of [...SWRConfig.defaultValue.cache.keys()])
    if (isOld(key)) void mutate(key, undefined);
  for (const listener of listeners) listener();
}

/** Whoever signs in next has accounts of their own; what is still on its way tells of none of them. */
export function forgetAccountInUse(): void {
  turn = { number: turn.number + 1, accountId: undefined, isOwn: true, hadUnsaved: false };
}

export const accountInUse = (): AccountTurn => turn;

export const useAccountTurn = (): AccountTurn => useSyncExternalStore(onAccountTurn, () => turn);

/** Calls back when another account has taken the place of the one before. */
export function onAccountTurn(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Of the account before; prices too, which are those of its venue. */
const isOld = (key: string): boolean => {
  // A list that is read page by page has a key of its own beside those of its pages.
  const belongsTo = callAt(key.replace(/^\$inf\$/, ""))?.belongsTo;
  return belongsTo === "account" || belongsTo === "venue";
};
