/** What a form on the page holds that is typed and not saved; undefined where that is nothing. */
export type Read = () => unknown;

/** What was typed when a sign-in ended: for the same person and account, in this window's memory only. */
interface Kept {
  readonly userId: string;
  readonly accountId: string | undefined;
  /** The page it was typed on. */
  readonly at: string;
  readonly drafts: Map<string, unknown>;
}

export const openDrafts = new Map<string, Read>();
export const desk: { kept?: Kept | undefined } = {};

/** Before the page goes with its user. What one has left already is no more than what was left. */
export function keepDrafts(userId: string, accountId: string | undefined): void {
  const drafts = new Map(
    [...openDrafts].map(([name, read]) => [name, read()] as const).filter(([, typed]) => typed),
  );
  if (0 < drafts.size) desk.kept = { userId, accountId, at: location.pathname, drafts };
}

/** What was typed is nothing to anybody else who signs in, nor once its user has signed out. */
export function ownDrafts(userId?: string): void {
  if (desk.kept?.userId !== userId) desk.kept = undefined;
}
