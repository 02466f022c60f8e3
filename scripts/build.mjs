import "../packages/cli/bin/require-node.mjs";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { keepDigests } from "./digests.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { exclusively } from "./exclusively.mjs";
import { buildAll, isFresh } from "./products.mjs";
import { readCommand } from "./read-command.mjs";
import { filesUnder } from "./stamp.mjs";
import { fromRoot, inRoot, isMain, onStderr, runNode, tools } from "./workspace.mjs";

const packages = readdirSync(inRoot("packages"))
  .map((name) => `packages/${name}`)
  .filter((at) => existsSync(inRoot(at, "tsconfig.json")));

const PAGES = ["package-lock.json", "packages/web", "packages/contract/src", "packages/domain/src"];

/**
 * What is built: from which files, into what, by which tool, and after what else. Without its config
 * it is not built. What is for the start the first page needs; all else is missed by nobody for a
 * while: the products that want it do the same without it, only slower.
 */
const PRODUCTS = [
  {
    name: "the programs",
    isForStart: true,
    config: "packages/cli/tsconfig.json",
    sources: [
      "package-lock.json",
      "tsconfig.json",
      "tsconfig.base.json",
      ...packages.flatMap((at) => [`${at}/package.json`, `${at}/tsconfig.json`, `${at}/src`]),
    ],
    results: packages.flatMap(compiledOf),
    // Without its output the compiler would trust its own notes and leave the holes.
    build: (complete) =>
      runNode([tools.tsc, "-b", "packages/cli", ...(complete ? [] : ["--force"])], {
        stdio: onStderr,
      }),
  },
  {
    // The pages themselves are built from their sources, unchecked.
    name: "the types of pages and examples",
    after: ["the programs"],
    config: "tsconfig.json",
    sources: [
      "package-lock.json",
      "tsconfig.json",
      "tsconfig.base.json",
      "packages",
      "docs/examples",
    ],
    results: [],
    build: () => runNode([tools.tsc, "-b"], { stdio: onStderr }),
  },
  {
    name: "the sweep kernel",
    config: "packages/application/kernel/asconfig.json",
    sources: ["package-lock.json", "packages/application/kernel", "scripts/build-kernel.mjs"],
    results: ["packages/application/dist/research/sweep/kernel.wasm"],
    build: () => runNode([inRoot("scripts/build-kernel.mjs")], { stdio: onStderr }),
  },
  {
    // Made of the programs.
    name: "the backtest in one file",
    after: ["the programs"],
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
    isForStart: true,
    config: "packages/web/vite.config.ts",
    sources: PAGES,
    results: ["packages/web/dist/site/index.html"],
    build: () =>
      runNode([tools.vite, "build", "--logLevel", "warn"], {
        cwd: inRoot("packages/web"),
        stdio: onStderr,
      }),
  },
  {
    name: "the packed pages",
    after: ["the pages"],
    config: "packages/web/vite.config.ts",
    sources: [...PAGES, "scripts/pack-site.mjs"],
    results: ["packages/web/dist/site/index.html.br"],
    build: () =>
      runNode([inRoot("scripts/pack-site.mjs"), inRoot("packages/web/dist/site")], {
        stdio: onStderr,
      }),
  },
].filter(({ config }) => existsSync(inRoot(config)));

/** What has to be there before the first page can be shown. */
export const FOR_START = PRODUCTS.filter(({ isForStart }) => isForStart).map(({ name }) => name);

/**
 * Installs and builds whatever is missing or stale, of everything or of the products named; ends the
 * process where that fails.
 */
export async function prepare(names = PRODUCTS.map(({ name }) => name)) {
  const wanted = PRODUCTS.filter(({ name }) => names.includes(name));
  await ensureInstalled();
  if (!wanted.every(isFresh)) await exclusively(() => buildAll(wanted));
  keepDigests();
}

/** Whether everything is as its sources say. */
export const isPrepared = () => PRODUCTS.every(isFresh);

/** The programs a package's sources become; none where the compiler only checks and declares. */
function compiledOf(at) {
  const config = readFileSync(inRoot(at, "tsconfig.json"), "utf8");
  if (config.includes("emitDeclarationOnly")) return [];
  return filesUnder(inRoot(at, "src"))
    .map((source) => fromRoot(source).replaceAll("\\", "/"))
    .filter((source) => /(?<!\.d)\.tsx?$/.test(source))
    .map((source) => source.replace("/src/", "/dist/").replace(/\.tsx?$/, ".js"));
}

if (isMain(import.meta.url)) {
  readCommand({ name: "build", says: "Installs and builds whatever is missing or stale." });
  await prepare();
}
