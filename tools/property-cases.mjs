import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Which cases properties and simulated runs draw: their seed, where it is from, and how many times
 * as many. Plain JavaScript, because scripts read it before anything is built.
 *
 * @typedef {{ readonly seed: number; readonly origin: string; readonly times: number }} PropertyCases
 */

/** Where no commit can be asked, as in an unpacked archive, every run draws the same cases. */
const SEED_WITHOUT_COMMIT = 20_260_302;
const SEED = /^-?\d{1,15}$/;
const TIMES = /^[1-9]\d{0,4}$/;

/**
 * The seed is drawn from the tree of the commit that is checked out: one commit has one verdict on
 * every machine, and each meets cases of its own. What is not committed yet changes no seed.
 * FC_SEED=7 draws by 7, FC_SEED=random by chance; FC_RUNS=10 draws ten times as many cases.
 *
 * @param {{ readonly FC_SEED?: string; readonly FC_RUNS?: string }} environment
 * @param {string | undefined} tree
 * @returns {PropertyCases}
 */
export function propertyCasesOf({ FC_SEED = "", FC_RUNS = "" }, tree) {
  if (FC_RUNS !== "" && !TIMES.test(FC_RUNS))
    throw new Error(`FC_RUNS says how many times as many cases, from 1 to 99999: not "${FC_RUNS}"`);
  const times = FC_RUNS === "" ? 1 : Number(FC_RUNS);
  if (FC_SEED === "random")
    return { seed: Math.floor(Math.random() * 2 ** 31), origin: "drawn by chance", times };
  if (SEED.test(FC_SEED)) return { seed: Number(FC_SEED), origin: "from FC_SEED", times };
  if (FC_SEED !== "") throw new Error(`FC_SEED is a whole number or "random", not "${FC_SEED}"`);
  return tree === undefined
    ? { seed: SEED_WITHOUT_COMMIT, origin: "there is no commit to draw it from", times }
    : {
        seed: Number.parseInt(tree.slice(0, 8), 16) | 0,
        origin: `from tree ${tree.slice(0, 12)}`,
        times,
      };
}

/**
 * The hash of this folder as the checked-out commit has it; undefined outside of a checkout.
 *
 * @param {string} folder
 * @returns {string | undefined}
 */
export function treeOf(folder) {
  try {
    // "./": a folder that merely lies inside somebody's checkout has no tree in it.
    const said = execFileSync("git", ["rev-parse", "--verify", "--quiet", "HEAD:./"], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return /^[0-9a-f]{40,64}$/.exec(said.trim())?.[0];
  } catch {
    return undefined;
  }
}

export const propertyCases = () =>
  propertyCasesOf(process.env, treeOf(fileURLToPath(new URL("..", import.meta.url))));
