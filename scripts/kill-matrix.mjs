import "../packages/cli/bin/require-node.mjs";
import { prepare } from "./build.mjs";
import { readCommand } from "./read-command.mjs";
import { fail, runNode, tools } from "./workspace.mjs";

/*
 * Kills the built product at every named point of an order's life, on both databases and in both
 * protocols, starts it again and compares its books with the exchange's. docs/testing.md
 */
const DATABASES = ["pglite", "postgres"];
const PROTOCOLS = ["alpaca", "etrade"];
const POINTS = Array.from({ length: 22 }, (_, index) => `K${index + 1}`);

const wanted = readWanted();
await prepare();
process.exitCode = await runNode(
  [tools.vitest, "run", "--project", "journeys", "e2e/kill-matrix.e2e.test.ts"],
  { env: { ...process.env, KILL_MATRIX: JSON.stringify(wanted) } },
);

function readWanted() {
  const { database, only, protocol, repeats } = readCommand({
    name: "kill-matrix",
    says: "Kills the product at every point of an order's life, starts it again and compares the books.",
    flags: {
      repeats: { takes: "N", most: 1_000, preset: 1, says: "how often each is done" },
      database: { takes: "NAME", says: `${DATABASES.join(" or ")}; both by default` },
      protocol: { takes: "NAME", says: `${PROTOCOLS.join(" or ")}; both by default` },
      only: { takes: "POINTS", says: "K7,K12: some of K1 to K22" },
    },
  });
  return {
    repeats,
    databases: oneOf("--database", database, DATABASES),
    protocols: oneOf("--protocol", protocol, PROTOCOLS),
    only: (only?.split(",") ?? []).map((point) => oneOf("--only", point.trim(), POINTS)[0]),
  };
}

function oneOf(flag, value, known) {
  if (value === undefined) return known;
  if (known.includes(value)) return [value];
  return fail(`${flag} knows ${known.join(", ")}, not "${value}".`, 2);
}
