import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import { ALL_CALLS } from "@sevenfold/contract/calls";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { answerCall, patternOf } from "./answer-call.ts";
import { accountIdOf, labelOf } from "./invented-accounts.ts";
import { type InventedWorld, inventedWorld } from "./invented-world.ts";

/** One call as the server heard it. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  /** From its question mark on. */
  readonly query: string;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  /** The account it was meant for, where it said so. */
  readonly account: string | null;
}

/**
 * A server made from the contract, for `fetch`. What it hears is written down; `refuse` makes the
 * next answers to a path, or to a method and a path, a failure, until it is taken back.
 */
export function inventedHttp() {
  let world: InventedWorld = inventedWorld();
  let refusals = new Map<string, { readonly status: number; readonly body: object }>();
  let lost = new Set<string>();
  let broken = new Set<string>();
  let holds = new Map<string, Hold>();
  const held: Hold[] = [];
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
        query: url.search,
        body: body === "" ? undefined : JSON.parse(body),
        idempotencyKey: request.headers.get("idempotency-key"),
        account: request.headers.get(ACCOUNT_HEADER),
      });
      const refusal =
        refusals.get(url.pathname) ?? refusals.get(`${request.method} ${url.pathname}`);
      if (refusal) return HttpResponse.json(refusal.body, { status: refusal.status });
      const meant = request.headers.get(ACCOUNT_HEADER);
      if (meant !== null && meant !== accountIdOf(world))
        return HttpResponse.json(anotherAccount(world), {
          status: 409,
          headers: { [ACCOUNT_HEADER]: accountIdOf(world) },
        });
      const answer = answerCall(world, {
        method: request.method,
        address: url.pathname + url.search,
        body,
        headers: request.headers,
      });
      if (lost.delete(url.pathname)) return noAnswer();
      if (broken.delete(url.pathname)) return brokenOff(answer?.body);
      const accountId = accountIdOf(world);
      const hold = holds.get(url.pathname);
      holds.delete(url.pathname);
      await hold?.reached();
      return HttpResponse.json(answer?.body ?? { code: "not-found", error: "No such call" }, {
        status: answer?.status ?? 404,
        headers: {
          "x-server-time": String(world.now()),
          ...(isOfAccount(request.method, url.pathname) ? { [ACCOUNT_HEADER]: accountId } : {}),
        },
      });
    }),
  );

  server.use(
    http.get("*/healthz", () => (isAway ? noAnswer() : HttpResponse.json({ ok: true }))),
    http.get("*/readyz", () => {
      if (isAway) return noAnswer();
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
    async debounced(): Promise<void> {
      do await new Promise((done) => setTimeout(done, 5));
      while (0 < open);
      // An answer is read a little after it was given.
      await new Promise((done) => setTimeout(done, 20));
    },
    /** Starts afresh, with these differences. */
    begin(changes: Partial<InventedWorld> = {}): InventedWorld {
      world = inventedWorld(changes);
      refusals = new Map();
      lost = new Set();
      broken = new Set();
      holds = new Map();
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
    /** From now on nothing that is sent arrives, until it is there again. */
    goAway(): void {
      isAway = true;
    },
    comeBack(): void {
      isAway = false;
    },
    /** What is sent to a path next is done, and its answer comes to nobody. */
    loseAnswer: (path: string) => void lost.add(path),
    /** The same, but that its head comes, and half of what it says. */
    breakAnswer: (path: string) => void broken.add(path),
    /** Makes the next answer to a path as things stand then, and gives it only once it is let go. */
    holdBack(path: string): Pick<Hold, "isWaiting" | "letGo"> {
      const hold = newHold();
      holds.set(path, hold);
      held.push(hold);
      return hold;
    },
    /** Also what a test that failed has left held back. */
    letAllGo(): void {
      for (const hold of held.splice(0)) hold.letGo();
    },
    refuse: (path: string, status: number, body: object) => refusals.set(path, { status, body }),
    accept: (path: string) => refusals.delete(path),
    heard: (method: string, path: string): readonly Heard[] =>
      heard.filter((each) => each.method === method && each.path === path),
    /** Everything, in the order it came. */
    everythingHeard: (): readonly Heard[] => [...heard],
  };
}

function brokenOff(body: unknown): Response {
  const whole = JSON.stringify(body);
  return new HttpResponse(whole.slice(0, whole.length / 2), {
    headers: { "content-type": "application/json" },
  });
}

const OF_ACCOUNT = ALL_CALLS.filter(({ belongsTo }) => belongsTo === "account");

const isOfAccount = (method: string, path: string): boolean =>
  OF_ACCOUNT.some(
    (call) => call.method === method.toLowerCase() && patternOf(call.path).test(path),
  );

export interface Hold {
  reached(): Promise<void>;
  isWaiting(): boolean;
  letGo(): void;
}

function newHold(): Hold {
  let isWaiting = false;
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return {
    reached() {
      isWaiting = true;
      return released;
    },
    isWaiting: () => isWaiting,
    letGo: () => letGo(),
  };
}

const anotherAccount = (world: InventedWorld) => ({
  code: "another-account",
  error: "Another account is in use",
  details: `“${labelOf(world)}” is in use now, and this was meant for another account. Nothing was changed.`,
});

export type InventedHttp = ReturnType<typeof inventedHttp>;
