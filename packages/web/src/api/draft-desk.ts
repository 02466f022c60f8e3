import { desk, openDrafts, type Read } from "./kept-drafts.ts";

let told = desk.kept;

/** A form on the page, until the answered function is called. */
export function openDraft(name: string, read: Read): () => void {
  openDrafts.set(name, read);
  return () => {
    if (openDrafts.get(name) === read) openDrafts.delete(name);
  };
}

/** The page that something is kept for; once. */
export function placeToTell(): string | undefined {
  if (told === desk.kept) return undefined;
  told = desk.kept;
  return desk.kept?.at;
}

/** Once, and for the account that it was typed for. */
export function takeDraft(name: string, accountId: string | undefined): unknown {
  if (desk.kept?.accountId !== accountId) return undefined;
  const draft = desk.kept?.drafts.get(name);
  desk.kept?.drafts.delete(name);
  return draft;
}
