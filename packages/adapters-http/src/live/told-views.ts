import { changeOf } from "@sevenfold/contract/change";
import { eventText } from "./live-reader.ts";

/** What is to be told of a view just read: made at most once for all readers of a user. */
export interface ViewNews {
  readonly revision: number;
  /** For whoever knows the revision before; undefined where only the whole will do. */
  readonly change: string | undefined;
  whole(): string;
}

/** The views one user was told last. */
export interface ToldViews {
  /** What is new in it. Where nothing is, it has the revision of before. */
  next(path: string, view: unknown): ViewNews;
  forget(): void;
}

export interface ToldViewsMemory {
  open(): ToldViews;
}

interface Told {
  readonly view: unknown;
  readonly bytes: number;
}

/**
 * What was told, so that only what changed is told next. When all users' views together are more
 * than fits, those told longest ago are forgotten, and told whole the next time.
 */
export function openToldViews(bytesMax: number): ToldViewsMemory {
  /** In the order they were told. */
  const all = new Map<object, { readonly bytes: number; readonly drop: () => void }>();
  let bytes = 0;

  const release = (place: object) => {
    bytes -= all.get(place)?.bytes ?? 0;
    all.delete(place);
  };
  const hold = (place: object, size: number, drop: () => void) => {
    release(place);
    all.set(place, { bytes: size, drop });
    bytes += size;
    for (const [oldest, kept] of all) {
      if (bytes <= bytesMax) break;
      release(oldest);
      kept.drop();
    }
  };

  return { open: () => openOne(hold, release) };
}

function openOne(
  hold: (place: object, bytes: number, drop: () => void) => void,
  release: (place: object) => void,
): ToldViews {
  const told = new Map<string, Told>();
  const revisions = new Map<string, number>();
  const places = new Map<string, object>();

  return {
    next(path, view) {
      const before = told.get(path);
      const change = before ? changeOf(before.view, view) : "whole";
      const last = revisions.get(path) ?? 0;
      const revision = change === "same" ? last : last + 1;
      revisions.set(path, revision);
      let text: string | undefined;
      const whole = () => (text ??= eventText({ type: "view", path, revision, view }));
      const place = places.get(path) ?? {};
      places.set(path, place);
      // Measured when it is told whole: what changes later changes its size little.
      const size = before?.bytes ?? whole().length;
      told.set(path, { view, bytes: size });
      hold(place, size, () => told.delete(path));
      const part =
        typeof change === "string"
          ? undefined
          : eventText({ type: "change", path, revision, change });
      return { revision, change: part, whole };
    },
    forget() {
      for (const place of places.values()) release(place);
      told.clear();
    },
  };
}
