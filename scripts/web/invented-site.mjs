import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createServer as createVite } from "vite";
import { inRoot } from "../workspace.mjs";

const SITE = inRoot("packages/web/dist/site");
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/**
 * The built pages over the invented server of their tests: every call answers as the contract says,
 * and the live stream pushes every symbol's price so many times a second, and the views behind them,
 * whole, as often as the product reads them.
 */
export async function openInventedSite({ updatesPerSecond, viewsEveryMs }) {
  const vite = await createVite({
    root: inRoot("packages/web"),
    configFile: inRoot("packages/web/vite.config.ts"),
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
  });
  const { inventedWorld } = await vite.ssrLoadModule("/src/testing/invented-world.ts");
  const { priceAt } = await vite.ssrLoadModule("/src/testing/invented-prices.ts");
  const { answerCall } = await vite.ssrLoadModule("/src/testing/answer-call.ts");
  const world = inventedWorld({ signedIn: true });
  const pushed = { prices: 0 };

  const server = createServer((request, response) => {
    const address = request.url ?? "/";
    if (address.startsWith("/api/live")) return push(request, response);
    if (address.startsWith("/api/")) return void answer(request, response);
    serveFile(address.split("?")[0], response);
  });

  async function answer(request, response) {
    let body = "";
    for await (const part of request) body += part;
    const answered = answerOf(request.method, request.url, body, request.headers);
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answered.body));
  }

  const answerOf = (method, address, body = "", headers = {}) =>
    answerCall(world, {
      method,
      address,
      body,
      headers: { get: (name) => headers[name] ?? null },
    }) ?? {
      status: 404,
      body: { code: "unknown", error: "No such call" },
    };

  function push(request, response) {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    const tell = (event) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    const pricing = setInterval(() => {
      const at = world.now();
      const prices = Object.fromEntries(
        // A cent up or down, so that every symbol really moves.
        world.watched.map((ticker, index) => [
          ticker,
          [Math.round(priceAt(ticker, at) * 100 + ((at / 50 + index) % 7)) / 100, at],
        ]),
      );
      pushed.prices += world.watched.length;
      tell({ type: "prices", prices });
    }, 1_000 / updatesPerSecond);
    let revision = 0;
    const viewing = setInterval(() => {
      revision += 1;
      for (const path of ["/api/account", "/api/positions", "/api/portfolio", "/api/worker/status"])
        tell({ type: "view", path, revision, view: answerOf("GET", path).body });
    }, viewsEveryMs);
    const beating = setInterval(() => tell({ type: "heartbeat", at: world.now() }), 2_000);
    request.on("close", () => {
      clearInterval(beating);
      clearInterval(pricing);
      clearInterval(viewing);
    });
  }

  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    symbols: world.watched.length,
    pushed,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await vite.close();
    },
  };
}

/** A file of the site; every other path is a page of the app. */
function serveFile(path, response) {
  const file = join(SITE, normalize(path));
  const found = file.startsWith(SITE) && existsSync(file) && statSync(file).isFile();
  const sent = found ? file : join(SITE, "index.html");
  response.writeHead(200, { "content-type": TYPES[extname(sent)] ?? "application/octet-stream" });
  createReadStream(sent).pipe(response);
}
