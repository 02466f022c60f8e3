import type { Browser } from "./browser.ts";

export interface Heard {
  readonly type: string;
  readonly path?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into views whose shape they assert.
  readonly view?: any;
  readonly prices?: Readonly<Record<string, readonly [number, number]>>;
}

/** An open live stream, and everything it said so far. */
export interface LiveListener {
  readonly status: number;
  readonly heard: readonly Heard[];
  /** Resolves with the first event that fits, said already or yet to come. */
  until(fits: (event: Heard) => boolean): Promise<Heard>;
  /** Resolves when the server ended the stream. */
  readonly ended: Promise<void>;
  leave(): void;
}

const PATIENCE_MS = 60_000;

/** Listens at the browser's server, or at another one over the same storage. */
export async function listenLive(browser: Browser, url = browser.url): Promise<LiveListener> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/live`, {
    headers: { cookie: browser.cookieHeader },
    signal: leaving.signal,
  });
  const heard: Heard[] = [];
  const listen = async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events)
        if (event.startsWith("data: ")) heard.push(JSON.parse(event.slice("data: ".length)));
    }
  };
  const ended = listen().catch(() => {});
  return {
    status: response.status,
    heard,
    ended,
    async until(fits) {
      const given = AbortSignal.timeout(PATIENCE_MS);
      for (;;) {
        const found = heard.find(fits);
        if (found) return found;
        if (given.aborted) throw new Error(`not among ${heard.length} events`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    leave: () => leaving.abort(),
  };
}
