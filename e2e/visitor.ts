import { type Change, changed } from "@sevenfold/contract/change";

/** A demo visitor without a browser: what the page would send, and its cookie. */
export interface Visitor {
  /** The same cookie, sent to another process of the same product. */
  at(url: string): Visitor;
  get<Answer>(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  put(path: string, body: unknown): Promise<Response>;
  delete(path: string): Promise<Response>;
  /** Opens the live stream. */
  listen(): Promise<Live>;
}

export interface LiveEvent {
  readonly type: string;
  readonly path?: string;
  /** The whole view, also where the stream told only what changed in it. */
  readonly view?: unknown;
}

export interface Live {
  /** Resolves with the first event that fits, among those yet to come. */
  until(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  leave(): void;
}

/** Signs in as the page's Demo Trader button does. */
export const demoVisitor = (url: string): Promise<Visitor> => signedIn(url, "/api/demo-login", {});

/** Signs up with everything that the two steps of the page ask for. */
export const memberVisitor = (url: string, details: object): Promise<Visitor> =>
  signedIn(url, "/api/register", details);

async function signedIn(url: string, path: string, body: object): Promise<Visitor> {
  const answer = await visitor(url, "").post(path, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return visitor(url, cookies.join("; "));
}

function visitor(url: string, cookie: string): Visitor {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: {
        ...init.headers,
        cookie,
        origin: url,
        "sec-fetch-site": "same-origin",
        "x-requested-with": "sevenfold",
      },
    });
  const sendJson = (method: string, path: string, body: unknown, headers = {}) =>
    send(path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return {
    at: (other) => visitor(other, cookie),
    async get<Answer>(path: string): Promise<Answer> {
      const response = await send(path);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    post: (path, body, headers) => sendJson("POST", path, body, headers),
    put: (path, body) => sendJson("PUT", path, body),
    delete: (path) => send(path, { method: "DELETE" }),
    async listen() {
      const leaving = new AbortController();
      const response = await send("/api/live", { signal: leaving.signal });
      const events = eventsIn(response);
      return {
        async until(fits) {
          for (;;) {
            const { done, value } = await events.next();
            if (done) throw new Error("The stream ended before it was said.");
            if (fits(value)) return value;
          }
        },
        leave: () => leaving.abort(),
      };
    },
  };
}

async function* eventsIn({ body }: Response): AsyncGenerator<LiveEvent, void> {
  const decoder = new TextDecoder();
  const views = new Map<string, unknown>();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events)
      if (event.startsWith("data: "))
        yield withView(views, JSON.parse(event.slice("data: ".length)));
  }
}

function withView(
  views: Map<string, unknown>,
  event: LiveEvent & { readonly change?: Change },
): LiveEvent {
  const { change, path } = event;
  if (path === undefined) return event;
  const view = change === undefined ? event.view : changed(views.get(path), change);
  views.set(path, view);
  return { ...event, view };
}
