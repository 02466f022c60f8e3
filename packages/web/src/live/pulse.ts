const EVERY_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls back each second while the tab is seen: one timer, however many look at their age. */
export function onPulse(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(beat, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (0 < listeners.size) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function beat(): void {
  if (!document.hidden) for (const listener of listeners) listener();
}
