import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesUnder, MADE, sourceFiles } from "./source-files.ts";

const files = filesUnder(".");
const paths = [...new Set(files.flatMap(withItsFolders))];
const topLevel = new Set(files.map((path) => path.split("/")[0]));
const documents = files.filter((path) => /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(path));

/** What documents name and is not so, as "document: what". */
const untrue = (claims: (markdown: string) => readonly string[], holds: Holds) =>
  documents.flatMap((document) =>
    claims(readFileSync(document, "utf8"))
      .filter((claim) => !holds(claim, document))
      .map((claim) => `${document}: ${claim}`),
  );
type Holds = (claim: string, document: string) => boolean;

describe("the documents", () => {
  it("are there", () => {
    expect(documents).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md"]));
  });

  it("are whole: none of them holds both sides of an unfinished merge", () => {
    expect(untrue(mergeMarksIn, () => false)).toEqual([]);
  });

  it("name only paths that exist", () => {
    expect(untrue(pathsIn, isThere)).toEqual([]);
  });

  it("link only to files that exist", () => {
    expect(
      untrue(linksIn, (target, document) => existsSync(join(dirname(document), target))),
    ).toEqual([]);
  });

  it("that comments in the sources point to exist", () => {
    const pointers = sourceFiles("packages/*/src").flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(
        ([document]) => `${path}: ${document}`,
      ),
    );

    expect(pointers.filter((pointer) => !existsSync(pointer.split(": ")[1] ?? ""))).toEqual([]);
  });

  it("name only npm scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

    expect(untrue(scriptsIn, (script) => script in scripts)).toEqual([]);
  });
});

const mergeMarksIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^(?:<{7} .*|={7}|>{7} .*)$/gm)].map(([line]) => line);

/** Paths between backticks: what starts at our top level, or ends as our files do. */
function pathsIn(markdown: string): string[] {
  return [...withoutBlocks(markdown).matchAll(/`(?:\.\/)?([\w.*{},/-]+?)\/?`/g)]
    .flatMap(([, path = ""]) => eachOf(path))
    .filter((path) => !path.startsWith("/") && !MADE.has(firstOf(path)))
    .filter((path) => startsHere(path) || /[\w*}]\.(tsx?|mjs|md|json|css|html)$/.test(path));
}

const startsHere = (path: string) => path.includes("/") && topLevel.has(firstOf(path));
const firstOf = (path: string) => path.split("/")[0] ?? "";

/** A path may leave out where it starts: `decide.ts`, `domain/src/decide.ts`. */
function isThere(named: string): boolean {
  const pattern = new RegExp(`(^|/)${globToRegExp(named)}$`);
  return paths.some((path) => pattern.test(path));
}

const linksIn = (markdown: string) =>
  [...withoutBlocks(markdown).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

const scriptsIn = (markdown: string) =>
  [...markdown.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = ""]) => script);

/** Blocks show trees, commands and code: what they name need not stand here. */
const withoutBlocks = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, "");

/** `a.{ts,tsx}` names two files. */
function eachOf(path: string): string[] {
  const [braces, choices] = /\{([^}]*)\}/.exec(path) ?? [];
  if (braces === undefined || choices === undefined) return [path];
  return choices.split(",").flatMap((choice) => eachOf(path.replace(braces, choice)));
}

/** `*` is part of a name, `**` any folders. */
const globToRegExp = (glob: string) =>
  glob
    .replaceAll(".", "\\.")
    .replace(/\*\*\/?|\*/g, (stars) => (stars.startsWith("**") ? ".*" : "[^/]*"));

function withItsFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_part, depth) => parts.slice(0, depth + 1).join("/"));
}

describe("the operator's page", () => {
  it("names every setting there is, and no other", () => {
    const source = readFileSync("packages/cli/src/compose/configuration.ts", "utf8");
    const schema = source.slice(source.indexOf("z.object({"), source.indexOf("export interface"));
    const ofPart = (part: string, name: string) => {
      const text = readFileSync(`packages/cli/src/compose/${part}-settings.ts`, "utf8");
      return text.slice(text.indexOf(`${name} = {`), text.indexOf("type Given"));
    };
    const parts = [
      ofPart("price", "PRICE_ENVIRONMENT"),
      ofPart("payment", "PAYMENT_ENVIRONMENT"),
      ofPart("nats", "NATS_ENVIRONMENT"),
    ];
    const settings = [...`${schema}${parts.join("")}`.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name!,
    );
    const page = readFileSync("docs/operations.md", "utf8");
    const table = page.slice(page.indexOf("## Settings"), page.indexOf("## Which database"));
    const named = [...table.matchAll(/^\|(?: `[A-Z_]+`,?)+/gm)].flatMap(([cell]) =>
      [...cell.matchAll(/[A-Z_]{2,}/g)].map(([name]) => name),
    );

    expect(named.toSorted()).toEqual(settings.toSorted());
  });
});

describe("the page on the web app", () => {
  const page = readFileSync("docs/web.md", "utf8");
  const rows = page
    .slice(0, page.indexOf("## What it looks like"))
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| Element /.test(line));

  it("names a test for every element", () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter((row) => heldBy(row).length === 0)).toEqual([]);
  });

  it("names only tests that exist", () => {
    const missing = rows.flatMap(heldBy).filter(({ file, name }) => {
      const path = files.find((each) => each.endsWith(`/${file}`) || each === file);
      return path === undefined || !readFileSync(path, "utf8").includes(`("${name}"`);
    });

    expect(missing).toEqual([]);
  });
});

/** The cases of a row: a file between backticks, a colon, and its cases between quotes. */
const heldBy = (row: string) =>
  [...row.matchAll(/`([\w./-]+\.test\.tsx?)`: ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(
    ([, file = "", names = ""]) =>
      [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({ file, name })),
  );
