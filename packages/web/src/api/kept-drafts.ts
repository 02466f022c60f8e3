/** What a form on the page holds that is typed and not saved; undefined where that is nothing. */
type Read = () => unknown;

/** What was typed when a sign-in ended: for the same person and account, in this window's memory only. */
interface Kept {
  readonly userId: string;
  readonly accountId: string | undefined;
  /** The page it was typed on. */
  readonly at: string;
  readonly drafts: Map<string, unknown>;
}

const open = new Map<string, Read>();
let kept: Kept | undefined;
let told: Kept | undefined;

/** A form on the page, until the answered function is called. */
export function openDraft(name: string, read: Read): () => void {
  open.set(name, read);
  return () => {
    if (open.get(name) === read) open.delete(name);
  };
}

/** Before the page goes with its user. What one has left already is no more than what was left. */
export function keepDrafts(userId: string, accountId: string | undefined): void {
  const drafts = new Map(
    [...open].map(([name, read]) => [name, read()] as const).filter(([, typed]) => typed),
  );
  if (0 < drafts.size) kept = { userId, accountId, at: location.pathname, drafts };
}

/** What was typed is nothing to anybody else who signs in, nor once its user has signed out. */
export function ownDrafts(userId?: string): void {
  if (kept?.userId !== userId) kept = undefined;
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
