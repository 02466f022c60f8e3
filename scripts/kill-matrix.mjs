import "../packages/cli/bin/require-node.mjs";
import { parseArgs } from "node:util";
import { prepare } from "./build.mjs";
import { fail, runNode, say, tools } from "./workspace.mjs";

/*
 * Kills the built product at every named point of an order's life, on both databases and in both
 * protocols, starts it again and compares its books with the exchange's. docs/testing.md
 */
const USAGE =
  "npm run kill-matrix -- [--repeats N] [--database pglite|postgres] [--protocol alpaca|etrade] [--only K7,K12]";
const DATABASES = ["pglite", "postgres"];
const PROTOCOLS = ["alpaca", "etrade"];
const POINTS = Array.from({ length: 22 }, (_, index) => `K${index + 1}`);
const REPEATS_MAX = 1_000;

const wanted = read(process.argv.slice(2));
await prepare();
process.exitCode = await runNode(
  [tools.vitest, "run", "--project", "journeys", "e2e/kill-matrix.e2e.test.ts"],
  { env: { ...process.env, KILL_MATRIX: JSON.stringify(wanted) } },
);

function read(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        repeats: { type: "string", default: "1" },
        database: { type: "string" },
        protocol: { type: "string" },
        only: { type: "string" },
      },
    }));
  } catch (error) {
    return refuse(error.message);
  }
  const { database, only, protocol, repeats } = values;
  if (!/^[1-9]\d{0,3}$/.test(repeats) || REPEATS_MAX < Number(repeats))
    return refuse(`--repeats takes 1 to ${REPEATS_MAX}, not "${repeats}"`);
  return {
    repeats: Number(repeats),
    databases: oneOf("--database", database, DATABASES),
    protocols: oneOf("--protocol", protocol, PROTOCOLS),
    only: (only?.split(",") ?? []).map((point) => oneOf("--only", point.trim(), POINTS)[0]),
  };
}

function oneOf(flag, value, known) {
  if (value === undefined) return known;
  if (known.includes(value)) return [value];
  return refuse(`${flag} knows ${known.join(", ")}, not "${value}"`);
}

function refuse(why) {
  say(USAGE);
  return fail(why, 2);
}
