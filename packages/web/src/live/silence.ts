/** How long the live stream is waited for, in milliseconds. */
export interface LivePatience {
  /** After this long without a word the server is asked whether it is there. */
  readonly doubtMs: number;
  /** After this long the stream counts as broken. */
  readonly silentMs: number;
  /** How long a server that is asked may take. */
  readonly answerMs: number;
  /** A tab hidden this long stops listening. */
  readonly hiddenMs: number;
  /** A stream that lived this long was no failed attempt. */
  readonly steadyMs: number;
  /** How long before it is opened again, after so many attempts in vain. */
  readonly againMs: (attempts: number) => number;
}

const AGAIN_FIRST_MS = 1_000;
const AGAIN_MAX_MS = 60_000;

/** The server speaks every two seconds: one word may be lost, or late. */
export const LIVE_PATIENCE: LivePatience = {
  doubtMs: 3_000,
  silentMs: 5_000,
  answerMs: 2_500,
  hiddenMs: 30_000,
  steadyMs: 30_000,
  // Never two browsers in step: a server that comes back is not met by all of them at once.
  againMs: (attempts) =>
    Math.min(AGAIN_MAX_MS, AGAIN_FIRST_MS * 2 ** attempts) * (0.5 + Math.random() / 2),
};

interface Watcher {
  readonly onDoubt: () => void;
  /** The time is up, but this page slept through it: what was said meanwhile may be about to come. */
  readonly onWaking: () => void;
  readonly onSilence: () => void;
}

/** Watches how long nothing was heard. */
export function openWatch({ doubtMs, silentMs }: LivePatience, watcher: Watcher) {
  let heardAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (ms: number, then: () => void) => {
    const dueAt = Date.now() + ms;
    timer = setTimeout(() => {
      // Timers of a page that slept or worked hard are late, and so is what it has to hear.
      if (Date.now() - dueAt < silentMs / 2) return then();
      watcher.onWaking();
      wait(doubtMs, then);
    }, ms);
  };
  const begin = () => {
    clearTimeout(timer);
    heardAt = Date.now();
    wait(doubtMs, () => {
      watcher.onDoubt();
      wait(silentMs - doubtMs, watcher.onSilence);
    });
  };
  return {
    begin,
    heard: begin,
    stop: () => clearTimeout(timer),
    /** Nothing was heard for longer than a stream that lives is silent. */
    isLate: () => silentMs < Date.now() - heardAt,
  };
}
