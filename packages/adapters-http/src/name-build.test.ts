import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
let webFolder: string;
beforeEach(async () => {
  webFolder = await mkdtemp(join(tmpdir(), "sevenfold-build-"));
});
afterEach(async () => {
  await world.close();
  await rm(webFolder, { recursive: true });
});

describe("the build of the pages", () => {
  it("is named with every answer, failed ones too", async () => {
    await build("index-D3f_a-1x");
    world = await openHttpWorld({ webFolder });
    const { browser } = await world.visitor();

    for (const path of ["/", "/api/user", "/api/nothing", "/healthz"])
      expect((await browser.get(path)).headers.get("sevenfold-build")).toBe("index-D3f_a-1x");
  });

  it("is that of the page as it is served now, whatever was built while the server runs", async () => {
    await build("index-D3f_a-1x");
    world = await openHttpWorld({ webFolder });
    const browser = world.browser();
    const named = async () =>
      (await browser.get("/api/market/hours")).headers.get("sevenfold-build");
    expect(await named()).toBe("index-D3f_a-1x");

    await build("index-9vQ2_b-7");
    expect((await browser.get("/")).text).toContain("index-9vQ2_b-7");
    expect(await named()).toBe("index-9vQ2_b-7");
    await rm(join(webFolder, "index.html"));
    await expect.poll(named, { timeout: 10_000 }).toBeNull();
  });

  it("is not named where the pages are not built", async () => {
    world = await openHttpWorld({ webFolder });
    const { headers } = await world.browser().get("/healthz");

    expect(headers.has("sevenfold-build")).toBe(false);
  });
});

/** Leaves the page of a build whose script has this name. */
const build = (name: string): Promise<void> =>
  writeFile(
    join(webFolder, "index.html"),
    `<!doctype html><script type="module" crossorigin src="/assets/${name}.js"></script>`,
  );
