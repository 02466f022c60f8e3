import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { answerCall } from "./answer-call.ts";
import { type InventedWorld, inventedWorld } from "./invented-world.ts";

/** One call as the server heard it. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
}

/**
 * A server made from the contract, for `fetch`. What it hears is written down; `refuse` makes the
 * next answers to a path a failure, until it is taken back.
 */
export function inventedHttp() {
  let world: InventedWorld = inventedWorld();
  let refusals = new Map<string, { readonly status: number; readonly body: object }>();
  const heard: Heard[] = [];
  let open = 0;
  let isAway = false;

  const noAnswer = () => {
    // It ends without a response, so nobody else counts it.
    open -= 1;
    return HttpResponse.error();
  };

  const server = setupServer(
    http.all("*/api/*", async ({ request }) => {
      const url = new URL(request.url);
      const body = await request.text();
      if (isAway) return noAnswer();
      heard.push({
        method: request.method,
        path: url.pathname,
        body: body === "" ? undefined : JSON.parse(body),
        idempotencyKey: request.headers.get("idempotency-key"),
      });
      const refusal = refusals.get(url.pathname);
      if (refusal) return HttpResponse.json(refusal.body, { status: refusal.status });
      const answer = answerCall(world, {
        method: request.method,
        address: url.pathname + url.search,
        body,
        headers: request.headers,
      });
      return HttpResponse.json(answer?.body ?? { code: "unknown", error: "No such call" }, {
        status: answer?.status ?? 404,
        headers: { "x-server-time": String(world.now()) },
      });
    }),
  );

  server.use(
    http.get("*/healthz", () => (isAway ? noAnswer() : HttpResponse.json({ ok: true }))),
    http.get("*/readyz", () => {
      const { isStored } = world;
      return HttpResponse.json(
        { ok: isStored, storage: isStored },
        { status: isStored ? 200 : 503 },
      );
    }),
  );

  server.events.on("request:start", () => {
    open += 1;
  });
  server.events.on("response:mocked", () => {
    open -= 1;
  });

  return {
    server,
    /** When nothing is on its way any more. */
    async settled(): Promise<void> {
      do await new Promise((done) => setTimeout(done, 5));
      while (0 < open);
      // An answer is read a little after it was given.
      await new Promise((done) => setTimeout(done, 20));
    },
    /** Starts afresh, with these differences. */
    begin(changes: Partial<InventedWorld> = {}): InventedWorld {
      world = inventedWorld(changes);
      refusals = new Map();
      isAway = false;
      heard.length = 0;
      return world;
    },
    /** From now on nobody answers, until it comes back. */
    goAway(): void {
      isAway = true;
    },
    comeBack(): void {
      isAway = false;
    },
    refuse: (path: string, status: number, body: object) => refusals.set(path, { status, body }),
    accept: (path: string) => refusals.delete(path),
    heard: (method: string, path: string): readonly Heard[] =>
      heard.filter((each) => each.method === method && each.path === path),
  };
}
