const PROGRAM = "/sw.js";

/**
 * Keeps the program in this browser, so that it opens without a network. A browser that will not, or
 * a page that came over plain HTTP, does without.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(PROGRAM).catch(() => undefined);
}
