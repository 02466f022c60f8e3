import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BrokerView } from "@sevenfold/contract/brokers";
import type { OrderView } from "@sevenfold/contract/orders";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { AGAIN, becomeMember, send } from "./member.ts";
import { type RunningProduct, startProduct, surroundings } from "./running-product.ts";

/** Holds three shares of one symbol, whatever it costs. */
const CALM = `export const strategy: Strategy = {
  parameters: { shares: { default: 1, min: 1, max: 10, step: 1 } },
  forEachSymbol: ({ symbol, parameters }) => () =>
    symbol === "AAPL" ? { shares: parameters.shares } : undefined,
};
interface Strategy { readonly [name: string]: any }
`;
const LOOPING = `export const strategy = { forEachSymbol: () => () => { for (;;); } };\n`;
const PATIENCE_MS = 240_000;

describe.skipIf(chromiumPath === undefined)("the owner of an installation", () => {
  let home: string;
  let data: string;
  let product: RunningProduct;
  let browser: Browser;
  const members: BrowserContext[] = [];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "sevenfold-own-"));
    data = join(home, "data");
    await writeFile(join(home, "calm.ts"), CALM);
    await writeFile(join(home, "looping.js"), LOOPING);
    product = await startProduct({ DATA_DIR: data });
    browser = await launchBrowser();
    for (const name of ["quant", "careless"]) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await becomeMember(context, product.url, name);
      // Far from any trigger of the built-in rule's.
      const changes = { buyDropPct: 0.2, sellRisePct: 0.2, enableAutomatedTrading: true };
      await send(context, "put", `${product.url}/api/trading-config`, changes);
      members.push(context);
    }
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
    await rm(home, { recursive: true, force: true });
  });

  const read = async <View>(context: BrowserContext, path: string): Promise<View> =>
    (await context.request.get(`${product.url}${path}`, AGAIN)).json() as Promise<View>;
  const brokerOf = async (context: BrowserContext): Promise<BrokerView> =>
    (await read<readonly BrokerView[]>(context, "/api/brokers"))[0]!;

  async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const found = await look();
      if (found !== undefined) return found;
      await pause(500);
    }
    throw new Error(`It did not come about.\n${product.printed()}`);
  }

  const sevenfold = (...words: readonly string[]) =>
    new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
      const env = { ...surroundings(), DATA_DIR: data };
      const argv = ["packages/cli/dist/main.js", "strategy", ...words];
      execFile(process.execPath, argv, { env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
      });
    });

  it("lets files trade two accounts: one does, one that loops stops its own account alone", async () => {
    const [quant, careless] = members as [BrowserContext, BrowserContext];
    const [calmId, loopingId] = [(await brokerOf(quant)).id, (await brokerOf(careless)).id];
    const whileRunning = await sevenfold("list");
    await product.stop();
    const calm = await sevenfold(
      ...["install", join(home, "calm.ts"), "--account", calmId, "--set", "shares=3"],
    );
    const looping = await sevenfold("install", join(home, "looping.js"), "--account", loopingId);
    const list = await sevenfold("list");
    await product.restart();

    expect(whileRunning.code).toBe(1);
    expect([calm.code, looping.code]).toEqual([0, 0]);
    expect(list.said).toMatch(/calm\.ts \(shares 3\), SHA-256 [0-9a-f]{64}\n/);
    const bought = await until(async () => {
      const orders = await read<readonly OrderView[]>(quant, "/api/orders");
      return orders.find(({ status }) => status === "filled");
    });
    expect(bought).toMatchObject({ ticker: "AAPL", side: "BUY", quantity: 3, origin: "automated" });
    const stopped = await until(async () => {
      const { reductions } = await brokerOf(careless);
      return reductions.find(({ reason }) => reason === "strategy-stopped");
    });
    expect(stopped.message).toBe(
      "The strategy that trades it was stopped. looping.js: it has not answered after 10 seconds: it loops.",
    );
    expect((await brokerOf(quant)).reductions).toEqual([]);
  });

  it("reads on the page which file trades, and why one was stopped", async () => {
    const [quant, careless] = members as [BrowserContext, BrowserContext];
    const page = await quant.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${product.url}/settings/brokers`);
    await page.getByText(/Traded by calm\.ts \(shares 3\), not by the built-in rule/).waitFor();
    const other = await careless.newPage();
    await other.goto(`${product.url}/settings/brokers`);
    await other.getByText(/looping\.js: it has not answered after 10 seconds/).waitFor();

    expect(complaints).toEqual([]);
    expect(await read<readonly OrderView[]>(careless, "/api/orders")).toEqual([]);
  });

  it("takes an account back, with its automation off", async () => {
    const { id } = await brokerOf(members[0]!);
    await product.stop();
    const removed = await sevenfold("remove", "--account", id);
    await product.restart();

    expect(removed.said).toBe(
      "calm.ts trades Primary Account no more, and its AI trading is off.\n",
    );
    expect(await brokerOf(members[0]!)).toMatchObject({ strategy: null });
    const config = await read<{ readonly enableAutomatedTrading: boolean }>(
      members[0]!,
      "/api/trading-config",
    );
    expect(config.enableAutomatedTrading).toBe(false);
  });
});
