import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atRest } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeDemo } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** Bytes a browser receives, packed as the server sends them and with the heads of the answers. */
const LANDING_MAX = 120_000;
const SHELL_MAX = 190_000;
const CHARTS_MAX = 60_000;
const HEAD_MAX = 2_000;

const PUBLIC = ["/", "/features", "/pricing", "/auth"];
const WITH_CHARTS = ["/dashboard", "/portfolio"];
const WITHOUT_CHARTS = [
  "/trades",
  "/settings",
  "/settings/brokers",
  "/settings/account",
  "/settings/tokens",
  "/broker-setup",
  "/goals",
  "/billing",
  "/monitoring",
];

interface Received {
  readonly bytes: number;
  readonly encoding: string;
}

/** Scripts and styles of a page, by name, as they came over the wire. */
type Load = ReadonlyMap<string, Received>;

describe.skipIf(chromiumPath === undefined)("what a browser has to load", () => {
  let product: RunningProduct;
  let browser: Browser;
  const loads = new Map<string, Load>();

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    for (const path of PUBLIC) loads.set(path, await loadOf(path));
    const demo = await browser.newContext();
    await becomeDemo(demo, product.url);
    const storageState = await demo.storageState();
    await demo.close();
    for (const path of [...WITH_CHARTS, ...WITHOUT_CHARTS])
      loads.set(path, await loadOf(path, { storageState }));
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  /** What a browser receives that has never been here: nothing kept, no worker that fetches ahead. */
  async function loadOf(path: string, known: BrowserContextOptions = {}): Promise<Load> {
    const context = await browser.newContext({ ...known, serviceWorkers: "block" });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send("Network.enable");
    const answered = new Map<string, { readonly name: string; readonly encoding: string }>();
    const load = new Map<string, Received>();
    network.on("Network.responseReceived", ({ requestId, response: { headers, url } }) => {
      const name = new URL(url).pathname;
      const encoding = headers["content-encoding"] ?? headers["Content-Encoding"] ?? "none";
      if (/\.(js|css)$/.test(name)) answered.set(requestId, { name, encoding });
    });
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
      const { name, encoding } = answered.get(requestId) ?? {};
      if (name !== undefined && encoding !== undefined) load.set(name, { bytes, encoding });
    });
    await page.goto(product.url + path);
    await atRest(page);
    if (WITH_CHARTS.includes(path)) await page.locator("canvas").first().waitFor();
    await context.close();
    return load;
  }

  const namesOf = (path: string) => [...loads.get(path)!.keys()];

  it("comes packed, all but what is hardly more than the head of its answer", () => {
    for (const [path, load] of loads) {
      expect(load.size, path).toBeGreaterThan(2);
      for (const [name, { bytes, encoding }] of load)
        expect({ name, bytes, encoding }).toMatchObject(bytes < HEAD_MAX ? {} : { encoding: "br" });
    }
  });

  it("is at most 120 KB of scripts for the landing page", () => {
    const scripts = new Map([...loads.get("/")!].filter(([name]) => name.endsWith(".js")));

    expect(weightOf(scripts)).toBeLessThanOrEqual(LANDING_MAX);
  });

  it("is at most 190 KB for the frame that every page of the signed-in shares", () => {
    const [first, ...others] = [...WITH_CHARTS, ...WITHOUT_CHARTS].map((path) => loads.get(path)!);
    const shell = new Map([...first!].filter(([name]) => others.every((load) => load.has(name))));

    expect(weightOf(shell)).toBeLessThanOrEqual(SHELL_MAX);
    expect([...shell.keys()].some((name) => name.includes("app-layout"))).toBe(true);
  });

  it("is at most 60 KB for charts, and only where there is a chart", () => {
    for (const path of WITH_CHARTS) {
      const charts = new Map([...loads.get(path)!].filter(([name]) => isCharts(name)));
      expect(charts.size).toBe(1);
      expect(weightOf(charts)).toBeLessThanOrEqual(CHARTS_MAX);
    }
    for (const path of [...PUBLIC, ...WITHOUT_CHARTS])
      expect(namesOf(path).filter(isCharts), path).toEqual([]);
  });

  it("is a chunk of its own for every page, which no other page loads", () => {
    for (const path of loads.keys()) {
      const others = [...loads.keys()].filter((other) => other !== path).flatMap(namesOf);
      const own = namesOf(path).filter((name) => !others.includes(name));
      expect(own.join(), path).toMatch(/-page-/);
    }
  });
});

const isCharts = (name: string) => name.startsWith("/assets/charts-");
const weightOf = (load: Load) => [...load.values()].reduce((sum, { bytes }) => sum + bytes, 0);
