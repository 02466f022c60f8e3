import { changed } from "@sevenfold/contract/change";
import type { LiveEvent } from "@sevenfold/contract/live";

export type ViewEvent = Extract<LiveEvent, { readonly type: "view" | "change" }>;

interface Copy {
  readonly revision: number;
  readonly view: unknown;
  /** When it was told, by this browser's clock. */
  readonly at: number;
}

/** What the stream has told of each view. What becomes of it is told of this copy, not of the cache's. */
const copies = new Map<string, Copy>();
let otherAccountAt = 0;

/** The view as it is now; "missed" where something in between was never heard. */
export function copyAfter(event: ViewEvent): { readonly view: unknown } | "missed" {
  const { path, revision } = event;
  const told = event.type === "view" ? event : nextOf(event);
  if (told === undefined) {
    copies.delete(path);
    return "missed";
  }
  const { view } = told;
  copies.set(path, { revision, view, at: Date.now() });
  return { view };
}

/** The view as it was told at that time or later; undefined where nothing was told since. */
export function copySince<View>(path: string, at: number): View | undefined {
  const copy = copies.get(path);
  const isNewEnough = copy !== undefined && Math.max(at, otherAccountAt + 1) <= copy.at;
  return isNewEnough ? (copy.view as View) : undefined;
}

/** What was told until now may be of another account: good for its changes, not to be shown. */
export const distrustCopies = (): void => {
  otherAccountAt = Date.now();
};

/** What was told of the view is of another account: good for its changes, not to be shown. */
export function distrustCopy(path: string): void {
  const copy = copies.get(path);
  if (copy !== undefined) copies.set(path, { ...copy, at: Number.NEGATIVE_INFINITY });
}

export function forgetCopies(): void {
  copies.clear();
  otherAccountAt = 0;
}

function nextOf({
  change,
  path,
  revision,
}: Extract<ViewEvent, { readonly type: "change" }>): { readonly view: unknown } | undefined {
  const before = copies.get(path);
  if (before === undefined || before.revision + 1 !== revision) return undefined;
  try {
    return { view: changed(before.view, change) };
  } catch {
    // It fits nothing that is known here: the whole is asked for.
    return undefined;
  }
}
