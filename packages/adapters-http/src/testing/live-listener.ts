import { type Change, changed } from "@sevenfold/contract/change";
import { PUSHED_PATHS } from "../live/pushed-views.ts";
import type { Browser } from "./browser.ts";

export interface Heard {
  readonly type: string;
  readonly path?: string;
  readonly revision?: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into views whose shape they assert.
  readonly view?: any;
  readonly change?: Change;
  /** Of whose market the prices are. */
  readonly accountId?: string;
  readonly prices?: Readonly<Record<string, readonly [number, number]>>;
  /** Of a beat: the server's clock. */
  readonly at?: number;
}

/** An open live stream, and everything it said so far. */
export interface LiveListener {
  readonly status: number;
  readonly heard: readonly Heard[];
  /** The views as they are now, by path: told whole once, and what became of them since. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into views whose shape they assert.
  readonly views: ReadonlyMap<string, any>;
  /** Resolves with the first event that fits, said already or yet to come. */
  until(fits: (event: Heard) => boolean): Promise<Heard>;
  /** Resolves once every view was told. */
  untilGreeted(): Promise<void>;
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
  const views = new Map<string, unknown>();
  const revisions = new Map<string, number>();
  const take = (event: Heard) => {
    heard.push(event);
    const { change, path, revision, type, view } = event;
    if (path === undefined || revision === undefined) return;
    if (type === "change" && revision !== (revisions.get(path) ?? 0) + 1)
      throw new Error(`${path} went from ${revisions.get(path)} to ${revision}`);
    views.set(path, type === "change" ? changed(views.get(path), change!) : view);
    revisions.set(path, revision);
  };
  const listen = async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events)
        if (event.startsWith("data: ")) take(JSON.parse(event.slice("data: ".length)) as Heard);
    }
  };
  let failure: unknown;
  const ended = listen().catch((error: unknown) => {
    failure = leaving.signal.aborted ? undefined : error;
  });
  const found = async <Thing>(look: () => Thing | undefined): Promise<Thing> => {
    const given = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const thing = look();
      if (thing !== undefined) return thing;
      if (failure !== undefined) throw failure;
      if (given.aborted) throw new Error(`not among ${heard.length} events`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return {
    status: response.status,
    heard,
    views,
    ended,
    until: (fits) => found(() => heard.find(fits)),
    untilGreeted: () =>
      found(() => PUSHED_PATHS.every((path) => views.has(path)) || undefined).then(() => {}),
    leave: () => leaving.abort(),
  };
}
