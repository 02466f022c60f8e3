import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { BROKER_REGISTRATIONS } from "../packages/cli/src/compose/broker-registrations.ts";
import { sourceFiles, withoutComments } from "./source-files.ts";

/** Where nothing may know a broker by its name. */
const ROOMS = [
  "packages/domain/src",
  "packages/contract/src",
  "packages/application/src",
  "packages/adapters-http/src",
  "packages/adapters-persistence/src",
  "packages/adapters-nats/src",
  "packages/adapters-watch/src",
  "packages/web/src",
  "packages/cli/src",
];

/** Each file outside of its registration's folder that says a name, and why it does. */
const MAY: Readonly<Record<string, string>> = {
  "packages/adapters-persistence/src/migrations/0002-broker-profiles-and-settings.ts":
    "what was released is never edited",
  "packages/adapters-persistence/src/migrations/0029-foreign-things.ts":
    "it takes the names out, and can put them back",
  "packages/contract/src/worker.ts": "a field of the specification, whoever the broker is",
  "packages/adapters-http/src/worker/present-worker.ts": "the same field",
  "packages/web/src/dashboard/system-status.tsx": "the same field",
  "packages/adapters-watch/src/http-sight.ts": "the same field",
  "packages/cli/src/adapter/check-alpaca.ts": "asks that very venue whether we read it right",
  "packages/cli/src/adapter/load-bench.ts": "the benches of our own adapters, by name",
  "packages/cli/src/adapter/skeleton-files.ts": "protocols that have a bench already, by name",
  "packages/cli/src/commands/adapter.ts": "the command that asks that venue",
  "packages/cli/src/commands/exchange.ts": "the built-in exchange speaks those protocols",
  "packages/cli/src/history/bar-providers.ts": "opens the providers of bars that a user names",
  "packages/cli/src/history/provider-names.ts": "the words by which a user names them",
  "packages/cli/src/compose/broker-registrations.ts": "the one list",
  "packages/cli/src/compose/configuration.ts": "settings that stand in for a venue, by name",
  "packages/cli/src/compose/price-settings.ts": "settings of price providers, by name",
  "packages/cli/src/compose/real-market.ts": "opens the price providers that are set by name",
  "packages/cli/src/compose/container.ts": "the built-in exchange's prices come in that protocol",
};

const NAMES = BROKER_REGISTRATIONS.flatMap(({ venue: { id, name } }) => [id, name]);

/** As a word, or as a part of one: "alpacaBroker". Not within another: "isLateTrade". */
const said = new RegExp(
  NAMES.map((name) => name.replaceAll(/[^\w]/g, "\\$&"))
    .flatMap((name) => [`(?<![a-zA-Z])${name}`, `${name[0]!.toUpperCase()}${name.slice(1)}`])
    .join("|"),
);

describe("a broker's name", () => {
  it("is known by several names here", () => {
    for (const text of ["alpacaBroker", '"etrade"', "E*TRADE", "fromAlpaca", "isEtradeSandbox"])
      expect(said.test(text), text).toBe(true);
    expect(said.test("isLateTrade, lateTrade")).toBe(false);
  });

  it("stands nowhere but in its folder, in tests, and where a reason is given", () => {
    const found = ROOMS.flatMap(sourceFiles)
      .filter((path) => !/\.(test|bench|conformance)\.tsx?$|\/testing\//.test(path))
      .filter((path) => said.test(withoutComments(readFileSync(path, "utf8"))));

    expect(found.filter((path) => !(path in MAY))).toEqual([]);
    expect(Object.keys(MAY).filter((path) => !found.includes(path))).toEqual([]);
  });
});
