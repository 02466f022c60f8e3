import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, complaintsOf, launchBrowser } from "./browser.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

describe.skipIf(chromiumPath === undefined)("a newcomer", () => {
  let product: RunningProduct;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  it("is told the address on starting", () => {
    expect(product.printed()).toContain(new URL(product.url).port);
  });

  it("finds the landing page, and nothing to complain about on its console", async () => {
    const page = await browser.newPage();
    const complaints = complaintsOf(page);
    await page.goto(product.url);

    await page.getByText("Sevenfold").first().waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("finds everything back after the process was killed", async () => {
    await product.kill();
    await product.restart();
    const page = await browser.newPage();
    await page.goto(product.url);

    await page.getByText("Sevenfold").first().waitFor();
    await page.close();
  });

  it("stops in good order when asked to", async () => {
    expect(await product.stop()).toBe(0);
  });
});

describe("starting again", () => {
  it("installs and builds nothing that is there already", async () => {
    const build = () => promisify(execFile)(process.execPath, ["scripts/build.mjs"]);
    await build();

    expect(await build()).toEqual({ stdout: "", stderr: "" });
  });
});
