import { callAt } from "@sevenfold/contract/calls";
import { accountInUse } from "../api/account-in-use.ts";

/** For so long after another account came into use the stream may go on with what was read before. */
const LATE_MS = 2_000;

/** Which account the stream has told last; undefined until it has. */
let told: string | undefined;
let changedAt = Number.NEGATIVE_INFINITY;
/** What was told of another account than the one in use, and not shown. */
const passedOver = new Set<string>();

/** Another account is in use: the stream may not have told of it yet. */
export function noteAccountChanged(): void {
  changedAt = Date.now();
}

/** Whether the account the stream tells is the one of before, on its way when another one came. */
export const isAccountOfBefore = (id: string): boolean =>
  told !== undefined &&
  id === told &&
  id !== accountInUse().accountId &&
  Date.now() - changedAt < LATE_MS;

/** The stream tells of this account from now on. Answers what has to be read, as it was passed over. */
export function noteToldAccount(id: string): readonly string[] {
  if (id === told) return [];
  told = id;
  const paths = [...passedOver];
  passedOver.clear();
  return paths;
}

/** Whether prices are of another account's market than that of the one in use. */
export function areOfAnotherAccount(accountId: string | undefined): boolean {
  const inUse = accountInUse().accountId;
  return accountId !== undefined && inUse !== undefined && accountId !== inUse;
}

/** Whether a view that is told is of another account than the one in use: it is passed over. */
export function isOfAnotherAccount(path: string): boolean {
  const belongsTo = callAt(path)?.belongsTo;
  if (belongsTo !== "account" && belongsTo !== "venue") return false;
  if (!areOfAnotherAccount(told)) return false;
  passedOver.add(path);
  return true;
}

/** A stream that begins anew tells first which account it is. */
export function forgetToldAccount(): void {
  told = undefined;
  passedOver.clear();
}
