import { changeOf } from "@sevenfold/contract/change";
import { eventText } from "./live-reader.ts";

/** What is to be sent of a view just read: made at most once for all readers of a user. */
export interface ViewNews {
  readonly revision: number;
  /** For whoever knows the revision before; undefined where only the whole will do. */
  readonly change: string | undefined;
  whole(): string;
}

/** The views one user was sent last. */
export interface SentViews {
  /** What is new in it. Where nothing is, it has the revision of before. */
  next(path: string, view: unknown): ViewNews;
  forget(): void;
}

/**
 * Remembers what was sent, so that only what changed is sent next. Once all users' views together
 * fill the room, further ones are not remembered, and sent whole each time.
 */
export function openSentViews(bytesMax: number): () => SentViews {
  let bytes = 0;
  const hasRoom = (more: number) => bytes + more <= bytesMax;
  const take = (more: number) => {
    bytes += more;
  };
  return () => sentViews(hasRoom, take);
}

interface Sent {
  readonly view: unknown;
  /** Of the whole, when it was remembered first: what changes later changes it little. */
  readonly bytes: number;
}

function sentViews(hasRoom: (more: number) => boolean, take: (more: number) => void): SentViews {
  const sent = new Map<string, Sent>();
  const revisions = new Map<string, number>();

  const remember = (path: string, view: unknown, whole: () => string) => {
    const before = sent.get(path);
    const size = before?.bytes ?? whole().length;
    if (!before && !hasRoom(size)) return;
    if (!before) take(size);
    sent.set(path, { view, bytes: size });
  };

  return {
    next(path, view) {
      const before = sent.get(path);
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
      for (const each of sent.values()) take(-each.bytes);
      sent.clear();
    },
  };
}
