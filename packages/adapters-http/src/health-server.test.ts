import { readFileSync } from "node:fs";
import type { Clock } from "@sevenfold/application/ports/clock";
import { stillPrices } from "@sevenfold/application/testing/still-prices";
import { inMemoryStorage } from "@sevenfold/application/testing/world/in-memory-storage";
import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { openHealthServer } from "./health-server.ts";
import type { HttpServer } from "./listening.ts";

const DASHBOARD = new URL("../../../deploy/grafana/sevenfold.json", import.meta.url);
const CLOCK: Clock = {
  now: () => instant(Date.now()),
  monotonicMs: () => performance.now(),
  sleep: async () => undefined,
};

let server: HttpServer;
afterEach(() => server.close());

async function open({
  isStored = true,
  metricsToken,
}: {
  isStored?: boolean;
  metricsToken?: string;
} = {}) {
  const storage = inMemoryStorage(CLOCK);
  const logged: string[] = [];
  const note = (event: string) => void logged.push(event);
  server = await openHealthServer(
    {
      clock: CLOCK,
      identifiers: { uuid: () => "a-request" } as Parameters<
        typeof openHealthServer
      >[0]["identifiers"],
      log: { info: note, warn: note, error: note },
      prices: stillPrices(CLOCK.now, {}),
      storage,
      isStorageWritable: () => isStored,
      poolStanding: () => ({ open: 7, idle: 5, waiting: 3 }),
    },
    { host: "127.0.0.1", port: 0, ...(metricsToken !== undefined && { metricsToken }) },
  );
  return (path: string, init?: RequestInit) => fetch(server.url + path, init);
}

describe("the health port", () => {
  it("says that the process lives, and whether it can do its work", async () => {
    const ask = await open();

    expect((await ask("/healthz")).status).toBe(200);
    const ready = await ask("/readyz");
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ok: true, storage: true, prices: true, worker: { last_ping: null } },
    ]);
  });

  it("answers 503 while nothing can be written", async () => {
    const ask = await open({ isStored: false });

    expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);
  });

  it("serves nothing else", async () => {
    const ask = await open();

    for (const path of ["/", "/api/user", "/api/openapi.json", "/metrics/x"])
      expect((await ask(path)).status, path).toBe(404);
    expect((await ask("/healthz", { method: "POST", body: "x".repeat(100) })).status).toBeLessThan(
      500,
    );
  });

  it("shows its measures to whoever bears the token alone, where there is one", async () => {
    const ask = await open({ metricsToken: "a-token-for-the-collector" });

    expect((await ask("/metrics")).status).toBe(404);
    const headers = { authorization: "Bearer a-token-for-the-collector" };
    expect(await (await ask("/metrics", { headers })).text()).toContain(
      "process_cpu_seconds_total",
    );
  });

  it("measures how the connections to the database are used", async () => {
    const ask = await open();
    const text = await (await ask("/metrics")).text();

    expect(text).toContain('sevenfold_database_connections{state="busy"} 2');
    expect(text).toContain('sevenfold_database_connections{state="idle"} 5');
    expect(text).toContain('sevenfold_database_connections{state="waiting"} 3');
  });

  it("measures all that the dashboard draws, and the dashboard draws all that is ours", async () => {
    const ask = await open();
    const names = measuredIn(await (await ask("/metrics")).text());
    const drawn = new Set(namesDrawn(readFileSync(DASHBOARD, "utf8")));

    expect([...drawn].filter((name) => !names.has(name))).toEqual([]);
    const family = (name: string) => name.replace(/_(bucket|count|sum)$/, "");
    const families = new Set([...drawn].map(family));
    const ours = [...names].filter((name) => name.startsWith("sevenfold_")).map(family);
    expect(ours.filter((name) => !families.has(name))).toEqual([]);
    expect(drawn.size).toBeGreaterThan(15);
  });
});

/** Names of the series a collector finds: a histogram has three. */
function measuredIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, kind]) =>
    kind === "histogram" || kind === "summary"
      ? [`${name}_bucket`, `${name}_count`, `${name}_sum`]
      : [name!],
  );
  return new Set(names);
}

/** Names in the queries: words that are neither functions, nor labels, nor words of the language. */
function namesDrawn(dashboard: string): readonly string[] {
  const queries = [...dashboard.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g)].map(
    ([, query]) => query!,
  );
  return queries.flatMap((query) =>
    [
      ...query
        .replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)|, *instance\)/g, " ")
        .matchAll(/[a-z_:][\w:]*(?!\w*\s*\()/g),
    ]
      .map(([name]) => name)
      .filter((name) => name.includes("_")),
  );
}
