import { useSyncExternalStore } from "react";

/**
 * How this browser stands to the server: prices come by themselves (`live`); they are expected any
 * moment (`catching-up`); the stream says nothing and everything is asked for (`silent`); nothing is
 * answered either (`no-answer`); there is no network (`offline`).
 */
export type Line = "live" | "catching-up" | "silent" | "no-answer" | "offline";

let stream: "live" | "catching-up" | "silent" = "catching-up";
let isAnswering = true;
const listeners = new Set<() => void>();
const NETWORK = ["online", "offline"] as const;
const tell = () => {
  for (const listener of listeners) listener();
};

export function lineNow(): Line {
  if (!navigator.onLine) return "offline";
  // A stream that speaks is an answer.
  return isAnswering || stream === "live" ? stream : "no-answer";
}

export function noteStream(now: typeof stream): void {
  if (stream === now) return;
  stream = now;
  tell();
}

/** Whether the server answered the last thing it was asked. */
export function noteAnswer(isThere: boolean): void {
  if (isAnswering === isThere) return;
  isAnswering = isThere;
  tell();
}

/** Calls back whenever the line may have changed. */
export function onLine(listener: () => void): () => void {
  if (listeners.size === 0) for (const event of NETWORK) addEventListener(event, tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const event of NETWORK) removeEventListener(event, tell);
  };
}

export const useLine = (): Line => useSyncExternalStore(onLine, lineNow);

/** Nothing can be sent now: there is no network, or nobody answers. */
export const isCut = (line: Line): boolean => line === "offline" || line === "no-answer";
