import { get } from "node:http";
import perfHooks from "node:perf_hooks";
import { afterEach, describe, expect, it, vi } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** What proxies add to what they pass on. */
const FORWARDED = [
  ["x-forwarded-for", "203.0.113.9"],
  ["x-forwarded-for", "127.0.0.1"],
  ["x-forwarded-host", "localhost"],
  ["x-forwarded-proto", "https"],
  ["forwarded", "for=127.0.0.1"],
  ["via", "1.1 proxy"],
  ["x-real-ip", "127.0.0.1"],
] as const;

/** Value of the line that begins with the name and has these labels. */
function measured(text: string, name: string, labels: Readonly<Record<string, string>> = {}) {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split("\n")
    .find((each) => new RegExp(`^${name}[ {]`).test(each) && wanted.every((l) => each.includes(l)));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

describe("the measures", () => {
  it("count requests by route, and paths that no route takes under one name", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    await browser.get("/api/positions");
    await browser.get("/api/positions");
    await browser.get("/api/market/quote/AAPL");
    await browser.get("/made-up-by-a-stranger");

    const { headers, text } = await browser.get("/metrics");

    expect(headers.get("content-type")).toContain("text/plain; version=0.0.4");
    const count = "sevenfold_http_request_seconds_count";
    const labels = { method: "GET", status: "2xx" };
    expect(measured(text, count, { ...labels, route: "/api/positions" })).toBe(2);
    expect(measured(text, count, { ...labels, route: "/api/market/quote/:symbol" })).toBe(1);
    expect(measured(text, count, { method: "GET", route: "other" })).toBeGreaterThan(0);
    expect(text).not.toContain("stranger");
    expect(text).not.toContain("AAPL");
  });

  it("say how the trading stands, and leave out what is not known", async () => {
    world = await openHttpWorld();
    const { text } = await world.browser().get("/metrics");

    expect(measured(text, "sevenfold_trading_halted")).toBe(0);
    expect(measured(text, "sevenfold_price_feed_connected")).toBeDefined();
    expect(measured(text, "sevenfold_worker_ping_age_seconds")).toBeUndefined();
    expect(measured(text, "nodejs_eventloop_lag_seconds")).toBeDefined();
  });

  it("say what the process takes of its machine, from the first answer on", async () => {
    world = await openHttpWorld();
    const { text } = await world.browser().get("/metrics");
    const figure = (name: string) => measured(text, name);

    const { heapTotal, rss } = process.memoryUsage();
    expect(figure("process_resident_memory_bytes")).toBeGreaterThan(rss / 10);
    expect(figure("nodejs_heap_size_total_bytes")).toBeGreaterThan(heapTotal / 10);
    expect(figure("nodejs_heap_size_used_bytes")).toBeGreaterThan(0);
    expect(figure("process_cpu_seconds_total")).toBeGreaterThanOrEqual(0);
    const startedSec = Date.now() / 1_000 - process.uptime();
    expect(figure("process_start_time_seconds")).toBeGreaterThan(startedSec - 60);
    expect(figure("process_start_time_seconds")).toBeLessThan(Date.now() / 1_000 + 1);
    expect(figure("nodejs_active_resources_total")).toBeGreaterThan(0);
    expect(figure("nodejs_active_handles_total")).toBeGreaterThan(0);
  });

  it("watch the event loop from the first answer on, and not before", async () => {
    const watching = vi.spyOn(perfHooks, "monitorEventLoopDelay");
    world = await openHttpWorld({ metricsToken: "a-token-for-the-collector" });
    const { browser } = await world.visitor();
    const ask = (token: string) =>
      fetch(`${browser.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    await browser.get("/api/positions");
    await ask("another");
    expect(watching).not.toHaveBeenCalled();

    const first = await (await ask("a-token-for-the-collector")).text();
    await ask("a-token-for-the-collector");
    expect(watching).toHaveBeenCalledTimes(1);
    for (const figure of ["min", "mean", "p99"])
      expect(measured(first, `nodejs_eventloop_lag_${figure}_seconds`)).toBeLessThan(60);
  });

  it("are for whoever bears their token, where there is one", async () => {
    world = await openHttpWorld({ metricsToken: "a-token-for-the-collector" });
    const { url } = world.browser();
    const ask = (authorization?: string) =>
      fetch(`${url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

    expect((await ask()).status).toBe(404);
    expect((await ask("Bearer another")).status).toBe(404);
    expect((await ask("Bearer a-token-for-the-collector")).status).toBe(200);
  });

  it.each([true, false])(
    "are for this machine alone, where there is none, and for no proxy on it (trusted: %s)",
    async (trustProxy) => {
      world = await openHttpWorld({ trustProxy });
      const { url } = world.browser();
      const statusWith = async (headers: Record<string, string>) =>
        (await fetch(`${url}/metrics`, { headers })).status;

      expect(await statusWith({})).toBe(200);
      for (const [name, value] of FORWARDED)
        expect(await statusWith({ [name]: value }), name).toBe(404);
    },
  );

  it("are not for a page that a name leads here", async () => {
    world = await openHttpWorld({ publicUrl: "https://trade.example.com" });
    const { port } = world.server;
    const statusUnder = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ port, host: "127.0.0.1", path: "/metrics", headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).once("error", reject);
      });

    expect(await statusUnder("evil.example")).toBe(404);
    expect(await statusUnder("trade.example.com")).toBe(404);
    expect(await statusUnder("localhost:4000")).toBe(200);
  });
});
