import { afterEach, describe, expect, it } from "vitest";

import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

describe("an answer", () => {
  it("says what time it is at the server, also where it refuses", async () => {
    world = await openHttpWorld();
    const before = world.needs.clock.now();
    const { browser } = await world.visitor();
    world.passTime(3_600_000);

    for (const path of ["/api/account", "/api/no-such-thing"]) {
      const { headers } = await fetch(world.server.url + path, {
        headers: { cookie: browser.cookieHeader },
      });
      const said = Number(headers.get("x-server-time"));
      expect(said).toBeGreaterThanOrEqual(before + 3_600_000);
      expect(said).toBeLessThanOrEqual(world.needs.clock.now());
    }
  });
});
