import { useSyncExternalStore } from "react";

/** Something the user is told once. All of it stays in the activity log. */
export interface Notice {
  readonly id: number;
  readonly at: number;
  readonly tone: "success" | "error";
  readonly title: string;
  readonly details?: string;
  /** Said in their place while values are hidden, where they name an amount of the account. */
  readonly covered?: string;
  readonly action?: { readonly label: string; readonly to: string };
}

/** What was said in this window, newest first, and to whom; nobody while nobody has signed in. */
interface Log {
  readonly owner?: string;
  readonly notices: readonly Notice[];
}

const NOTICES_KEPT_MAX = 200;
const KEPT_AS = "sevenfold.activity";
const EMPTY: Log = { notices: [] };
let log = keptLog();
let lastKept = log.notices[0]?.id ?? 0;
const listeners = new Set<() => void>();

/** Shows a toast and writes it down. */
export function tell(notice: Omit<Notice, "id" | "at">): void {
  const id = (log.notices[0]?.id ?? lastKept) + 1;
  const notices = [{ ...notice, id, at: Date.now() }, ...log.notices].slice(0, NOTICES_KEPT_MAX);
  become({ ...log, notices });
}

export const tellSuccess = (title: string, details?: string): void =>
  tell({ tone: "success", title, ...(details !== undefined && { details }) });

export const tellError = (title: string, details: string, covered?: string): void =>
  tell({ tone: "error", title, details, ...(covered !== undefined && { covered }) });

export const forgetNotices = (): void => become(EMPTY);

/** What one person was told is nothing for the next. */
export function ownNotices(userId: string): void {
  const isAnothers = log.owner !== undefined && log.owner !== userId;
  become({ owner: userId, notices: isAnothers ? [] : log.notices });
}

/** Goes on with the log of this window's earlier page. Nothing in it is said again. */
export function resumeNotices(): void {
  const kept = keptLog();
  lastKept = kept.notices[0]?.id ?? 0;
  become(kept);
}

function become(next: Log): void {
  log = next;
  for (const listener of listeners) listener();
  try {
    // For this window only: it is gone with the window, and no other one reads it.
    sessionStorage.setItem(KEPT_AS, JSON.stringify(next));
  } catch {
    // Without storage the log lasts as long as the page.
  }
}

function keptLog(): Log {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "null");
    return isLog(kept) ? kept : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Another version may have written it. */
function isLog(kept: unknown): kept is Log {
  if (typeof kept !== "object" || kept === null || !("notices" in kept)) return false;
  return Array.isArray(kept.notices) && kept.notices.every(isNotice);
}

function isNotice(each: Partial<Notice> | null): boolean {
  return Number.isInteger(each?.id) && Number.isFinite(each?.at) && typeof each?.title === "string";
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Newest first. */
export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore(subscribe, () => log.notices);

/** What a toast shows: nothing that an earlier page of this window has shown. */
export function useNewestNotice(): Notice | undefined {
  const [newest] = useNotices();
  return newest !== undefined && lastKept < newest.id ? newest : undefined;
}
