import { accountInUse } from "./account-in-use.ts";
import { onPerson } from "./signed-in.ts";

/** What a form on the page holds that is typed and not saved; undefined where that is nothing. */
type Read = () => unknown;

/** What was typed when a sign-in ended: for the same person and account, in this window's memory only. */
interface Kept {
  readonly userId: string | undefined;
  readonly accountId: string | undefined;
  /** The page it was typed on. */
  readonly at: string;
  readonly drafts: Map<string, unknown>;
}

const open = new Map<string, Read>();
let kept: Kept | undefined;
let told: Kept | undefined;

onPerson((what, userId) => {
  if (what === "ended") keepDrafts(userId);
  // What was typed is nothing to anybody else who signs in, nor once its user has signed out.
  else if (kept?.userId !== userId) kept = undefined;
});

/** Before the page goes with its user. What one has left already is no more than what was left. */
function keepDrafts(userId: string | undefined): void {
  const drafts = new Map(
    [...open].map(([name, read]) => [name, read()] as const).filter(([, typed]) => typed),
  );
  if (drafts.size === 0) return;
  kept = { userId, accountId: accountInUse().accountId, at: location.pathname, drafts };
}

/** A form on the page, until the answered function is called. */
export function openDraft(name: string, read: Read): () => void {
  open.set(name, read);
  return () => {
    if (open.get(name) === read) open.delete(name);
  };
}

/** The page that something is kept for; once. */
export function placeToTell(): string | undefined {
  if (told === kept) return undefined;
  told = kept;
  return kept?.at;
}

/** Once, and for the account that it was typed for. */
export function takeDraft(name: string, accountId: string | undefined): unknown {
  if (kept?.accountId !== accountId) return undefined;
  const draft = kept?.drafts.get(name);
  kept?.drafts.delete(name);
  return draft;
}
