import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

describe("a number in an address", () => {
  it.each(["0x10", "1e2", "%201", "+1", "01", "1.0", ""])(
    "is digits and nothing else: %s",
    async (written) => {
      world = await openHttpWorld();
      const { browser } = await world.visitor();

      for (const path of [
        `/api/trades?limit=${written}`,
        `/api/trades/page?year=${written}`,
        `/api/market/bars?symbol=AAPL&count=${written}`,
      ])
        expect(await browser.get(path), path).toMatchObject({
          status: 400,
          json: { code: "invalid-request" },
        });
    },
  );
});

describe("a file asked for by a field said twice", () => {
  it("is refused like any other call", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();

    expect(await browser.get("/api/trades.csv?ticker=AAPL&ticker=TSLA")).toMatchObject({
      status: 400,
      json: { details: '"ticker" is given more than once.' },
    });
  });
});
