import { useSyncExternalStore } from "react";

/** Something the user is told once. Errors stay until dismissed; all stay in the activity log. */
export interface Notice {
  readonly id: number;
  readonly at: number;
  readonly tone: "success" | "error";
  readonly title: string;
  readonly details?: string;
  readonly action?: { readonly label: string; readonly to: string };
}

const NOTICES_KEPT_MAX = 200;
let log: readonly Notice[] = [];
const listeners = new Set<() => void>();

/** Shows a toast and writes it down. */
export function tell(notice: Omit<Notice, "id" | "at">): void {
  const id = (log[0]?.id ?? 0) + 1;
  log = [{ ...notice, id, at: Date.now() }, ...log].slice(0, NOTICES_KEPT_MAX);
  for (const listener of listeners) listener();
}

export const tellSuccess = (title: string, details?: string): void =>
  tell({ tone: "success", title, ...(details !== undefined && { details }) });

export const tellError = (title: string, details: string): void =>
  tell({ tone: "error", title, details });

export function forgetNotices(): void {
  log = [];
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Newest first. */
export const useNotices = (): readonly Notice[] => useSyncExternalStore(subscribe, () => log);
