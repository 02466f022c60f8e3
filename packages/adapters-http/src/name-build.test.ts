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
    const script = '<script type="module" crossorigin src="/assets/index-D3f_a-1x.js"></script>';
    await writeFile(join(webFolder, "index.html"), `<!doctype html>${script}`);
    world = await openHttpWorld({ webFolder });
    const { browser } = await world.visitor();

    for (const path of ["/", "/api/user", "/api/nothing", "/healthz"])
      expect((await browser.get(path)).headers.get("sevenfold-build")).toBe("index-D3f_a-1x");
  });

  it("is not named where the pages are not built", async () => {
    world = await openHttpWorld({ webFolder });
    const { headers } = await world.browser().get("/healthz");

    expect(headers.has("sevenfold-build")).toBe(false);
  });
});
