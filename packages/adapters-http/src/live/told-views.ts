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

/**
 * Remembers what was told, so that only what changed is told next. Once all users' views together
 * fill the room, further ones are not remembered, and told whole each time.
 */
export function openToldViews(bytesMax: number): () => ToldViews {
  let bytes = 0;
  const hasRoom = (more: number) => bytes + more <= bytesMax;
  const take = (more: number) => {
    bytes += more;
  };
  return () => toldViews(hasRoom, take);
}

interface Told {
  readonly view: unknown;
  /** Of the whole, when it was remembered first: what changes later changes it little. */
  readonly bytes: number;
}

function toldViews(hasRoom: (more: number) => boolean, take: (more: number) => void): ToldViews {
  const told = new Map<string, Told>();
  const revisions = new Map<string, number>();

  const remember = (path: string, view: unknown, whole: () => string) => {
    const before = told.get(path);
    const size = before?.bytes ?? whole().length;
    if (!before && !hasRoom(size)) return;
    if (!before) take(size);
    told.set(path, { view, bytes: size });
  };

  return {
    next(path, view) {
      const before = told.get(path);
      const change = before ? changeOf(before.view, view) : "whole";
      const last = revisions.get(path) ?? 0;
      const revision = change === "same" ? last : last + 1;
      revisions.set(path, revision);
      let text: string | undefined;
      const whole = () => (text ??= eventText({ type: "view", path, revision, view }));
      remember(path, view, whole);
      if (typeof change === "string") return { revision, change: undefined, whole };
      return { revision, change: eventText({ type: "change", path, revision, change }), whole };
    },
    forget() {
      for (const each of told.values()) take(-each.bytes);
      told.clear();
    },
  };
}
