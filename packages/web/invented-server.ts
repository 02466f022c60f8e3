import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin, ViteDevServer } from "vite";
import type { answerCall } from "./src/testing/answer-call.ts";
import type { priceAt } from "./src/testing/invented-prices.ts";
import type { InventedWorld, inventedWorld } from "./src/testing/invented-world.ts";

const PUSH_EVERY_MS = 400;

interface Loaded {
  readonly world: InventedWorld;
  readonly answerCall: typeof answerCall;
  readonly priceAt: typeof priceAt;
}

/** Answers /api from src/testing, so that pages can be looked at without a server. Development only. */
export const inventedServer = (): Plugin => ({
  name: "sevenfold-invented-server",
  configureServer(vite) {
    const loaded = load(vite);
    vite.middlewares.use("/api", (request, response) => void answer(loaded, request, response));
  },
});

/** Through vite, which finds the contract's sources. */
async function load(vite: ViteDevServer): Promise<Loaded> {
  const world = await vite.ssrLoadModule("/src/testing/invented-world.ts");
  const prices = await vite.ssrLoadModule("/src/testing/invented-prices.ts");
  const calls = await vite.ssrLoadModule("/src/testing/answer-call.ts");
  return {
    world: (world.inventedWorld as typeof inventedWorld)({ signedIn: false }),
    priceAt: prices.priceAt as typeof priceAt,
    answerCall: calls.answerCall as typeof answerCall,
  };
}

async function answer(
  loading: Promise<Loaded>,
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
) {
  const loaded = await loading;
  if (request.url?.startsWith("/live")) return push(loaded, request, response);
  let body = "";
  for await (const part of request) body += part;
  const answered = loaded.answerCall(loaded.world, {
    method: request.method ?? "GET",
    address: request.originalUrl ?? "/",
    body,
    headers: { get: (name) => request.headers[name]?.toString() ?? null },
  });
  response.statusCode = answered?.status ?? 404;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answered?.body ?? { code: "unknown", error: "No such call" }));
}

/** Prices, a quarter of the symbols at a time. */
function push({ world, priceAt }: Loaded, request: IncomingMessage, response: ServerResponse) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    const at = world.now();
    const prices = Object.fromEntries(
      world.watched
        .filter((_, index) => (index + turn) % 4 === 0)
        .map((ticker) => [ticker, [priceAt(ticker, at), at]]),
    );
    response.write(`data: ${JSON.stringify({ type: "prices", prices })}\n\n`);
  }, PUSH_EVERY_MS);
  request.on("close", () => clearInterval(timer));
}
