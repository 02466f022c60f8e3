import "../packages/cli/bin/require-node.mjs";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";
import { exclusively } from "./exclusively.mjs";
import { filesUnder, fingerprint, isStamped, stamp } from "./stamp.mjs";
import { fail, inRoot, isMain, onStderr, root, runNode, say, tools } from "./workspace.mjs";

const packages = readdirSync(inRoot("packages"))
  .map((name) => `packages/${name}`)
  .filter((at) => existsSync(inRoot(at, "tsconfig.json")));

/** What is built: from which files, into what, by which tool. Without its config it is not built. */
const PRODUCTS = [
  {
    name: "the programs",
    config: "tsconfig.json",
    sources: [
      "package-lock.json",
      "tsconfig.json",
      "tsconfig.base.json",
      ...packages.flatMap((at) => [`${at}/package.json`, `${at}/tsconfig.json`, `${at}/src`]),
    ],
    results: packages.flatMap(compiledOf),
    // Without its output the compiler would trust its own notes and leave the holes.
    build: (complete) =>
      runNode([tools.tsc, "-b", ...(complete ? [] : ["--force"])], { stdio: onStderr }),
  },
  {
    name: "the sweep kernel",
    config: "packages/application/src/sweep/kernel.wat",
    sources: [
      "package-lock.json",
      "packages/application/src/sweep/kernel.wat",
      "scripts/build-kernel.mjs",
    ],
    results: ["packages/application/dist/sweep/kernel.wasm"],
    build: () => runNode([inRoot("scripts/build-kernel.mjs")], { stdio: onStderr }),
  },
  {
    // After the programs, which it is made of.
    name: "the backtest in one file",
    config: "packages/cli/vite.config.ts",
    sources: [
      "package-lock.json",
      "packages/cli/vite.config.ts",
      "packages/cli/src",
      "packages/application/src",
      "packages/domain/src",
      "scripts/keep-code.mjs",
    ],
    // Each Node keeps code of its own.
    salt: process.version,
    results: ["packages/cli/dist/quick/backtest.cjs", "packages/cli/dist/quick/backtest.code"],
    build: async () =>
      (await runNode([tools.vite, "build", "--logLevel", "error"], {
        cwd: inRoot("packages/cli"),
        stdio: onStderr,
      })) || (await runNode([inRoot("scripts/keep-code.mjs")], { stdio: onStderr })),
  },
  {
    name: "the pages",
    config: "packages/web/vite.config.ts",
    sources: [
      "package-lock.json",
      "packages/web",
      "packages/contract/src",
      "packages/domain/src",
      "scripts/pack-site.mjs",
    ],
    results: ["packages/web/dist/site/index.html", "packages/web/dist/site/index.html.br"],
    build: async () =>
      (await runNode([tools.vite, "build", "--logLevel", "warn"], {
        cwd: inRoot("packages/web"),
        stdio: onStderr,
      })) ||
      (await runNode([inRoot("scripts/pack-site.mjs"), inRoot("packages/web/dist/site")], {
        stdio: onStderr,
      })),
  },
].filter(({ config }) => existsSync(inRoot(config)));

/**
 * Installs and builds whatever is missing or stale, of everything or of the products named; ends the
 * process where that fails.
 */
export async function prepare(names = PRODUCTS.map(({ name }) => name)) {
  const wanted = PRODUCTS.filter(({ name }) => names.includes(name));
  await ensureInstalled();
  if (wanted.every(isFresh)) return;
  await exclusively(async () => {
    for (const product of wanted) if (!isFresh(product)) await build(product);
  });
}

const isComplete = ({ results }) => results.every((path) => existsSync(inRoot(path)));

// By content, not by time: a checkout gives every file a new time.
const isFresh = (product) =>
  isComplete(product) && isStamped(product.name, fingerprint(product.sources, product.salt));

async function build(product) {
  const { name, sources, salt } = product;
  say(`Building ${name} …`);
  const built = fingerprint(sources, salt);
  const status = await product.build(isComplete(product));
  if (status !== 0) fail(`Building ${name} failed; the messages are above.`, status);
  stamp(name, built);
}

/** The programs a package's sources become; none where the compiler only checks and declares. */
function compiledOf(at) {
  const config = readFileSync(inRoot(at, "tsconfig.json"), "utf8");
  if (config.includes("emitDeclarationOnly")) return [];
  return filesUnder(inRoot(at, "src"))
    .map((source) => relative(root, source).replaceAll("\\", "/"))
    .filter((source) => /(?<!\.d)\.tsx?$/.test(source))
    .map((source) => source.replace("/src/", "/dist/").replace(/\.tsx?$/, ".js"));
}

if (isMain(import.meta.url)) await prepare();
