import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { failingWhen } from "./testing/failing-worker-table.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";
import { rawStatus } from "./testing/raw-status.ts";

let world: HttpWorld;
afterEach(() => world.close());

describe("the server", () => {
  it("gives a visitor an account of $100,000", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect((await browser.get("/api/account")).json).toMatchObject({
      mode: "demo",
      equity: 100_000,
      availableCash: 100_000,
    });
  });

  it("rejects with a sentence when its port is taken", async () => {
    world = await openHttpWorld();
    const { port } = world.server;

    await expect(openHttpWorld({ port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken by another program. Choose another port.`,
    );
  });

  it("closes although browsers keep connections and streams open", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    const stream = await fetch(`${browser.url}/api/live`, {
      headers: { cookie: browser.cookieHeader },
    });
    expect(stream.status).toBe(200);

    await world.server.close();

    await expect(fetch(`${browser.url}/healthz`)).rejects.toThrow();
  });

  it("says whether it lives and whether it can work", async () => {
    let isDown = false;
    world = await openHttpWorld({
      instead: ({ storage }) => ({
        storage: failingWhen(storage, () => isDown),
      }),
    });
    const browser = world.browser();
    expect((await browser.get("/healthz")).json).toEqual({ ok: true });
    expect((await browser.get("/readyz")).json).toMatchObject({ ok: true, storage: true });

    isDown = true;

    expect((await browser.get("/healthz")).status).toBe(200);
    expect(await browser.get("/readyz")).toMatchObject({ status: 503, json: { ok: false } });
  });

  it("is not ready while its database can only be read", async () => {
    let isStorageWritable = false;
    world = await openHttpWorld({
      instead: () => ({ isStorageWritable: () => isStorageWritable }),
    });
    const browser = world.browser();
    expect(await browser.get("/readyz")).toMatchObject({ status: 503, json: { storage: false } });

    isStorageWritable = true;
    expect(await browser.get("/readyz")).toMatchObject({ status: 200, json: { storage: true } });
  });

  it("is not ready while the built-in exchange takes no orders, and says so", async () => {
    let answer = async () => true;
    world = await openHttpWorld({ instead: () => ({ isExchangeWritable: () => answer() }) });
    const ready = async () => (await world.browser().get("/readyz")) as object;
    expect(await ready()).toMatchObject({ status: 200, json: { exchange: "writable" } });

    answer = async () => false;
    expect(await ready()).toMatchObject({
      status: 503,
      json: { ok: false, storage: true, exchange: "not writable" },
    });
    answer = () => Promise.reject(new Error("no exchange there"));
    expect(await ready()).toMatchObject({ status: 503, json: { exchange: "not answering" } });
    answer = async () => true;
    expect(await ready()).toMatchObject({ status: 200, json: { ok: true } });
  });
});

describe("the web pages", () => {
  let folder: string;
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("are served with the right caching, and one page for every path", async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-web-"));
    await mkdir(join(folder, "site", "assets"), { recursive: true });
    await writeFile(join(folder, "secret.txt"), "outside");
    await writeFile(join(folder, "site", "index.html"), "<title>Sevenfold</title>");
    await writeFile(join(folder, "site", "favicon.svg"), "<svg/>");
    await writeFile(join(folder, "site", "assets", "main-1a2b.js"), "start()");
    world = await openHttpWorld({ webFolder: join(folder, "site") });
    const browser = world.browser();

    for (const path of ["/", "/dashboard", "/trades?x=1", "/no/such/page"]) {
      const page = await browser.get(path);
      expect(page).toMatchObject({ status: 200, text: "<title>Sevenfold</title>" });
      expect(page.headers.get("cache-control")).toBe("no-cache");
      expect(page.headers.get("content-type")).toContain("text/html");
    }
    const asset = await browser.get("/assets/main-1a2b.js");
    expect(asset).toMatchObject({ status: 200, text: "start()" });
    expect(asset.headers.get("cache-control")).toBe("max-age=31536000,immutable");
    expect((await browser.get("/favicon.svg")).headers.get("cache-control")).toBe("no-cache");
    for (const path of [
      "/assets/gone.js",
      "/assets/",
      "/gone.png",
      "/.env",
      "/%2e%2e%2fsecret.txt",
    ])
      expect((await browser.get(path)).status, path).toBe(404);
    expect(await rawStatus(world.server.port, "GET", "/../secret.txt")).not.toBe(200);
    expect((await browser.get("/%ff")).status).toBeLessThan(500);
  });

  it("are a word on how to build them while nobody has", async () => {
    folder = "";
    world = await openHttpWorld();

    const page = await world.browser().get("/dashboard");

    expect(page.status).toBe(503);
    expect(page.text).toContain("npm run build");
  });
});
