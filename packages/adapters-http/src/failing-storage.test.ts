import type { Readers } from "@sevenfold/application/ports/stores/readers";
import { StorageUnavailable } from "@sevenfold/application/ports/stores/storage";
import { ENDPOINTS } from "@sevenfold/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";
import { nameOf } from "./testing/name-of.ts";

/** What must never reach a browser: code, paths, statements, drivers' words. */
const INSIDES = /\bat \/|node_modules|select |insert |ECONN|postgres|\.[jt]s:\d|10\.0\.0\.7/i;
const WORDS =
  "select * from users failed at /srv/app/node_modules/pg/lib.js:12 ECONNREFUSED 10.0.0.7";

let failure: Error | undefined;
let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld({
    instead: ({ storage }) => ({
      storage: {
        transact: (work) => (failure ? Promise.reject(failure) : storage.transact(work)),
        read: failing(storage.read),
      },
    }),
  });
});
afterAll(() => world.close());

describe.each(ENDPOINTS.map((line) => [nameOf(line), line] as const))("%s", (_, line) => {
  it.each([
    ["is away", new StorageUnavailable(WORDS)],
    ["breaks", new Error(WORDS)],
  ])("says nothing of the insides when the database %s", async (_how, error) => {
    const { browser } = await world.visitor();
    const path = line.path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
    failure = error;
    const answer = await browser
      .send(line.method.toUpperCase(), path, line.method === "get" ? {} : { body: {} })
      .finally(() => {
        failure = undefined;
      });

    expect(answer.text).not.toMatch(INSIDES);
    // What needs no database, or is refused before it is asked, answers as ever.
    if (500 <= answer.status)
      expect([
        [500, "internal-error"],
        [503, "temporarily-unavailable"],
      ]).toContainEqual([answer.status, answer.json.code]);
  });
});

/** The tables, whose every method fails while there is a failure. */
function failing(read: Readers): Readers {
  const stores = Object.entries(read).map(([name, store]) => [
    name,
    Object.fromEntries(
      Object.entries(store as object).map(([method, work]) => [
        method,
        (...args: unknown[]) =>
          failure ? Promise.reject(failure) : (work as (...all: unknown[]) => unknown)(...args),
      ]),
    ),
  ]);
  return Object.fromEntries(stores) as Readers;
}
