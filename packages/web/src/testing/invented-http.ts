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

  const server = setupServer(
    http.all("*/api/*", async ({ request }) => {
      const url = new URL(request.url);
      const body = await request.text();
      heard.push({
        method: request.method,
        path: url.pathname,
        body: body === "" ? undefined : JSON.parse(body),
        idempotencyKey: request.headers.get("idempotency-key"),
      });
      if (isAway) return HttpResponse.error();
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
      });
    }),
  );

  server.use(
    http.get("*/readyz", () => {
      if (isAway) return HttpResponse.error();
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
  server.events.on("request:end", () => {
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
      heard.length = 0;
      isAway = false;
      return world;
    },
    world: (): InventedWorld => world,
    /** What a call of somebody else's is answered; nothing of it is heard here. */
    answer: (method: string, address: string, body: object) =>
      answerCall(world, {
        method,
        address,
        body: method === "get" ? "" : JSON.stringify(body),
        headers: new Headers({ "x-requested-with": "sevenfold" }),
      }),
    /** Nothing that is sent arrives, until it is there again. */
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
    /** Everything, in the order it came. */
    everythingHeard: (): readonly Heard[] => [...heard],
  };
}

export type InventedHttp = ReturnType<typeof inventedHttp>;
