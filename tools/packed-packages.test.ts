import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importsOf, withoutComments } from "./source-files.ts";

/** What others may install; the web app and the command line are programs. */
const PACKAGES = [
  ...["domain", "contract", "application"],
  ...["adapters-http", "adapters-broker", "adapters-persistence", "adapters-watch"],
  "adapters-payments",
  "adapters-nats",
] as const;
const TSC = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
/** What the types of the packages need, as a project on Node has them. */
const TYPES = ["@types/node"];
const TEST_EQUIPMENT = /\.(test|bench|conformance)\.|\/testing\/|\/recordings\//;

const root = join(import.meta.dirname, "..");
/** Outside the workspace: nothing is found there but what is installed. */
let project: string;
let compilerSaid: string;
const installed = (...path: readonly string[]) => join(project, "node_modules", ...path);
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "sevenfold-project-"));
  const folders = PACKAGES.map((name) => `./packages/${name}`);
  run(
    "npm",
    ["pack", "--silent", "--ignore-scripts", "--pack-destination", project, ...folders],
    root,
  );
  for (const name of PACKAGES) install(name);
  for (const name of TYPES) link(name);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", type: "module" }));
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS }));
  for (const { code, file } of PROGRAMS) writeFileSync(join(project, `${file}.ts`), code);
  compilerSaid = spawnSync(process.execPath, [TSC, "-p", project], { encoding: "utf8" }).stdout;
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const OPTIONS = {
  ...{ target: "es2023", lib: ["es2023"], module: "nodenext", types: ["node"] },
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
};

/** As npm does it, but for other people's packages: those are the workspace's, so that no registry is asked. */
function install(name: string): void {
  const folder = installed("@sevenfold", name);
  mkdirSync(folder, { recursive: true });
  run(
    "tar",
    ["-xzf", join(project, tarballOf(name)), "-C", folder, "--strip-components=1"],
    project,
  );
  for (const [wanted] of Object.entries(manifestOf(name).dependencies ?? {}))
    if (!wanted.startsWith("@sevenfold/")) link(wanted);
}

const tarballOf = (name: string): string =>
  readdirSync(project).find((file) => file.startsWith(`sevenfold-${name}-0`)) ?? "";

function link(name: string): void {
  if (existsSync(installed(name))) return;
  mkdirSync(dirname(installed(name)), { recursive: true });
  symlinkSync(join(root, "node_modules", name), installed(name));
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(installed("@sevenfold", name, "package.json"), "utf8")) as Manifest;

const filesOf = (name: string): readonly string[] =>
  readdirSync(installed("@sevenfold", name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => path.slice(installed("@sevenfold", name).length + 1));

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

describe.each(PACKAGES)("the tarball of %s", (name) => {
  it("holds a README and what was compiled, and no test equipment", () => {
    const files = filesOf(name);

    expect(files).toContain("README.md");
    expect(files.filter((path) => !/^(dist|bin)\//.test(path)).sort()).toEqual([
      "README.md",
      "package.json",
    ]);
    expect(files.filter((path) => TEST_EQUIPMENT.test(path))).toEqual([]);
  });

  it("exports what is in it, and test equipment to nobody", () => {
    const files = new Set(filesOf(name));
    const lost = Object.entries(manifestOf(name).exports)
      .filter(([entry]) => entry !== "./testing/*")
      .flatMap(([, { types, default: program }]) => [types, program])
      .filter((path) => !isThere(path.slice(2), files));

    expect(lost).toEqual([]);
    expect(isThere("dist/testing/*.js", files)).toBe(false);
  });

  it("names in its README what is there", () => {
    const readme = readFileSync(installed("@sevenfold", name, "README.md"), "utf8");
    const named = [...readme.matchAll(/[`"](@sevenfold\/[a-z-]+)\/([a-z0-9/-]+)[`"]/g)];
    const lost = named.filter(
      ([, from = "", path]) => !existsSync(installed(from, "dist", `${path}.js`)),
    );

    expect(0 < named.length).toBe(true);
    expect(lost.map(([whole]) => whole)).toEqual([]);
  });

  it("needs nothing that is not in it or declared", () => {
    const declared = new Set(Object.keys(manifestOf(name).dependencies ?? {}));
    const missing = filesOf(name)
      .filter((path) => path.endsWith(".js"))
      .flatMap((path) => {
        const code = readFileSync(installed("@sevenfold", name, path), "utf8");
        return importsOf(withoutComments(code))
          .filter((wanted) => !isMet(name, path, wanted, declared))
          .map((wanted) => `${path}: ${wanted}`);
      });

    expect(missing).toEqual([]);
  });
});

const isThere = (pattern: string, files: ReadonlySet<string>): boolean => {
  const [head = "", tail] = pattern.split("*");
  return tail === undefined
    ? files.has(pattern)
    : [...files].some((path) => path.startsWith(head) && path.endsWith(tail));
};

function isMet(name: string, path: string, wanted: string, declared: ReadonlySet<string>): boolean {
  if (wanted.startsWith("node:") || wanted.startsWith("#")) return true;
  if (wanted.startsWith("."))
    return existsSync(installed("@sevenfold", name, dirname(path), wanted));
  return declared.has(
    wanted
      .split("/")
      .slice(0, wanted.startsWith("@") ? 2 : 1)
      .join("/"),
  );
}

/** A program of a README with what it prints, as it says there. */
interface Program {
  readonly title: string;
  readonly code: string;
  readonly prints: string;
}

const programsOf = (name: string): readonly Program[] =>
  [...readFileSync(join(root, "packages", name, "README.md"), "utf8").matchAll(PROGRAM)].map(
    ([, title = "", code = "", prints = ""]) => ({ title, code, prints }),
  );
const PROGRAM =
  /^## ([^\n]+)\n(?:(?!^## ).)*?^```ts\n(.*?)^```\n(?:(?!^## ).)*?^```text\n(.*?)^```/gms;

const PROGRAMS = PACKAGES.flatMap((name) =>
  programsOf(name).map((program, at) => ({ ...program, name, file: `${name}-${at + 1}` })),
);

describe("npm", () => {
  it("installs what needs nobody else's packages, with nobody to ask, and its program runs", () => {
    const other = join(project, "other");
    mkdirSync(other);
    writeFileSync(join(other, "package.json"), JSON.stringify({ name: "other", type: "module" }));
    const tarballs = ["domain", "application"].map((name) => `../${tarballOf(name)}`);
    run("npm", ["install", "--offline", "--cache", join(other, "cache"), ...tarballs], other);
    const program = PROGRAMS.find(({ name }) => name === "application");
    writeFileSync(join(other, "program.ts"), program!.code);
    writeFileSync(
      join(other, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...OPTIONS, lib: ["es2023", "dom"], types: [] } }),
    );
    run(process.execPath, [TSC, "-p", other], other);

    expect(run(process.execPath, ["program.js"], other)).toBe(program!.prints);
  });
});

describe("the programs of the READMEs", () => {
  it("are there for deciding, backtesting, trading and the kit", () => {
    expect(PROGRAMS.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        "Decide on a price",
        "Backtest an array of bars",
        "Trade on the built-in exchange",
        "Hold an adapter of your own to the kit",
      ]),
    );
  });

  it("are sound to the compiler in a project of their own", () => {
    expect(compilerSaid).toBe("");
  });

  it.each(PROGRAMS)("$name: $title", ({ file, prints }) => {
    expect(run(process.execPath, [join(project, `${basename(file)}.js`)], project)).toBe(prints);
  });
});
