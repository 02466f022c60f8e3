import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atRest } from "./accessibility.ts";
import { chromiumPath, launchBrowser } from "./browser.ts";
import { becomeDemo } from "./member.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** Bytes, gzipped. */
const LANDING_MAX = 120_000;
const SHELL_MAX = 190_000;
const CHARTS_MAX = 60_000;

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

/** Scripts and styles of a page, by name, and what each weighs gzipped. */
type Load = ReadonlyMap<string, number>;

describe.skipIf(chromiumPath === undefined)("what a browser has to load", () => {
  let product: RunningProduct;
  let browser: Browser;
  const loads = new Map<string, Load>();

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    const visitor = await browser.newContext();
    for (const path of PUBLIC) loads.set(path, await loadOf(visitor, product.url, path));
    const demo = await browser.newContext();
    await becomeDemo(demo, product.url);
    for (const path of [...WITH_CHARTS, ...WITHOUT_CHARTS])
      loads.set(path, await loadOf(demo, product.url, path));
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  const namesOf = (path: string) => [...loads.get(path)!.keys()];

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
const weightOf = (load: Load) => [...load.values()].reduce((sum, bytes) => sum + bytes, 0);

async function loadOf(context: BrowserContext, url: string, path: string): Promise<Load> {
  const page = await context.newPage();
  const bodies = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(js|css)$/.test(pathname)) bodies.set(pathname, response.body());
  });
  await page.goto(url + path);
  await atRest(page);
  if (WITH_CHARTS.includes(path)) await page.locator("canvas").first().waitFor();
  const load = new Map<string, number>();
  for (const [name, body] of bodies) load.set(name, gzipSync(await body).length);
  await page.close();
  return load;
}
