import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, sourceFiles, withoutComments } from "./source-files.ts";

/** Which of our packages a package may import; one that is not listed here may not exist. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  contract: ["domain"],
  application: ["domain"],
  "adapters-http": ["application", "contract", "domain"],
  "adapters-broker": ["application", "domain"],
  "adapters-persistence": ["application", "domain"],
  "adapters-nats": ["application", "domain"],
  "adapters-payments": ["application", "domain"],
  "adapters-watch": ["application", "contract", "domain"],
  web: ["contract", "domain"],
  cli: [
    "adapters-broker",
    "adapters-http",
    "adapters-nats",
    "adapters-payments",
    "adapters-persistence",
    "adapters-watch",
    "application",
    "contract",
    "domain",
  ],
};

/** Packages that are kept from other people's code but for what stands here. */
const VENDORS: Record<string, readonly string[]> = {
  domain: [],
  application: [],
  contract: ["zod"],
};
/** Packages that know they run under Node. */
const ON_NODE = /^(adapters-.*|cli)$/;
const PURE = /^(domain|application)$/;
/** Tests may use what they need to check a rule; no other rule bends for them. */
const TEST = /\.(test|conformance)\.tsx?$|\/testing\//;

// "data" is left out: market-data and data-source are words of the field.
const VAGUE =
  /(^|-)(utils?|helpers?|common|misc|managers?|services?|impl|base|infos?|items?|obj|index)\./;
const AMBIENT =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\.now\b|\bset(Timeout|Interval|Immediate)\b|\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|\bprocess\.(env|argv|hrtime|uptime|pid|cwd|exit|on|once|nextTick|std(in|out|err))\b|\bfetch\(|\bconsole\./;
const ENUM = /^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s/m;
const DECORATOR = /^\s*@[A-Za-z_$][\w$.]*/m;
const DEFAULT_EXPORT = /\bexport\s+default\b|\bas\s+default\b/;

const files = sourceFiles("packages/*/src");

/** Sorted "path: what" lines of everything in breach, so that a failure reads as a list to fix. */
const breaches = (check: (file: SourceFile) => readonly string[]) =>
  files.flatMap((path) => {
    const file = describeFile(path);
    return check(file).map((what) => `${path}: ${what}`);
  });

describe("the packages", () => {
  it("are all listed with what they may import", () => {
    const found = new Set(files.map((path) => describeFile(path).package));

    expect([...found].filter((name) => MAY_IMPORT[name] === undefined)).toEqual([]);
  });

  it("import only the packages they may", () => {
    expect(
      breaches(({ package: from, isTest, imports }) =>
        isTest ? [] : imports.filter((name) => !mayImport(from, name)),
      ),
    ).toEqual([]);
  });

  it("import no other people's package that they do not declare", () => {
    expect(
      breaches(({ package: from, isTest, imports }) =>
        imports.filter((name) => isVendor(name) && !isDeclared(from, name, isTest)),
      ),
    ).toEqual([]);
  });

  it("keep inversify to the cli", () => {
    expect(
      breaches(({ package: from, imports }) =>
        imports.filter((name) => packageOf(name) === "inversify" && from !== "cli"),
      ),
    ).toEqual([]);
  });

  it("never reach into one another by a relative path", () => {
    expect(
      breaches(({ path, root, imports }) =>
        imports.filter(
          (name) =>
            name.startsWith(".") &&
            relative(join(root, "src"), join(dirname(path), name)).startsWith(".."),
        ),
      ),
    ).toEqual([]);
  });

  it("name the file they import with its ending", () => {
    expect(
      breaches(({ imports }) =>
        imports.filter((name) => name.startsWith(".") && !/\.(tsx?|css)$/.test(name)),
      ),
    ).toEqual([]);
  });
});

describe("every source file", () => {
  it("has a name that says what is in it", () => {
    expect(breaches(({ path }) => (VAGUE.test(basename(path)) ? ["a vague name"] : []))).toEqual(
      [],
    );
  });

  it("has no enum, no decorator and no default export", () => {
    expect(
      breaches(({ code }) =>
        [ENUM, DECORATOR, DEFAULT_EXPORT].flatMap((rule) => firstMatch(code, rule)),
      ),
    ).toEqual([]);
  });

  it("reads no clock, chance, environment or network of its own accord in domain and application", () => {
    expect(
      breaches(({ package: name, code }) => (PURE.test(name) ? firstMatch(code, AMBIENT) : [])),
    ).toEqual([]);
  });

  it("names no clock there in another spelling either", () => {
    expect(
      breaches(({ package: name, isTest, code }) =>
        PURE.test(name) && !isTest ? otherClocksIn(code) : [],
      ),
    ).toEqual([]);
  });

  it("calls no broker inside a transaction", () => {
    expect(
      breaches(({ isTest, code }) =>
        (isTest ? [] : argumentsOf("transact", code)).flatMap(brokerCallsIn),
      ),
    ).toEqual([]);
  });
});

describe("a clock in another spelling", () => {
  it.each([
    "const { now } = Date;",
    'Date["now"]()',
    "new Date",
    "Reflect.construct(Date, [])",
    "performance['now']()",
    "Temporal.Now.instant()",
    "AbortSignal.timeout(5)",
    "globalThis.setTimeout",
    "await scheduler.wait(5)",
  ])("is found: %s", (code) => {
    expect(otherClocksIn(code)).not.toEqual([]);
  });

  it.each(["Date.UTC(2026, 0, 1)", "new Date(at).getUTCDay()", "(date: Date) => date.getTime()"])(
    "is not what makes a date of a number: %s",
    (code) => {
      expect(otherClocksIn(code)).toEqual([]);
    },
  );
});

describe("a broker's call inside a transaction", () => {
  it("is found however deep it stands", () => {
    const code = "storage.transact(async (t) => { if (t) { await (broker.cancel(order)); } })";

    expect(argumentsOf("transact", code).flatMap(brokerCallsIn)).toEqual(["broker.cancel("]);
    expect(argumentsOf("transact", "broker.cancel(); storage.transact(work)")).toEqual(["(work)"]);
  });
});

interface SourceFile {
  readonly path: string;
  /** "domain" of packages/domain/src/… */
  readonly package: string;
  /** "packages/domain" */
  readonly root: string;
  readonly isTest: boolean;
  readonly code: string;
  readonly imports: readonly string[];
}

function describeFile(path: string): SourceFile {
  const [, name = ""] = path.split("/");
  const code = withoutComments(readFileSync(path, "utf8"));
  return {
    path,
    package: name,
    root: `packages/${name}`,
    isTest: TEST.test(path),
    code,
    imports: importsOf(code),
  };
}

function mayImport(from: string, name: string): boolean {
  if (name.startsWith(".")) return true;
  if (name.startsWith("node:")) return ON_NODE.test(from);
  const ours = /^@sevenfold\/([^/]+)/.exec(name)?.[1];
  if (ours !== undefined) return ours !== from && (MAY_IMPORT[from]?.includes(ours) ?? false);
  return VENDORS[from]?.includes(packageOf(name)) ?? true;
}

/** `#name` is a package's own, declared under `imports` in its package.json. */
const isVendor = (name: string) => !/^(\.|#|node:|@sevenfold\/)/.test(name);

function isDeclared(from: string, name: string, isTest: boolean): boolean {
  const own = JSON.parse(readFileSync(`packages/${from}/package.json`, "utf8"));
  const workspace = JSON.parse(readFileSync("package.json", "utf8"));
  const forTests = isTest ? { ...own.devDependencies, ...workspace.devDependencies } : {};
  return packageOf(name) in { ...own.dependencies, ...own.optionalDependencies, ...forTests };
}

/** "@scope/name" or "name" of an import that may go deeper into the package. */
const packageOf = (name: string) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

function firstMatch(code: string, rule: RegExp): string[] {
  const found = rule.exec(code)?.[0].trim();
  return found === undefined ? [] : [found];
}

/** Ways to a clock or a timer that `AMBIENT` does not spell. A date made of a number is none. */
function otherClocksIn(code: string): string[] {
  const bare = code.replace(/\bDate\.UTC\(|\bnew Date\((?!\s*\))|:\s*Date\b/g, "(");
  return firstMatch(
    bare,
    /\b(Date|Temporal|globalThis|scheduler)\b|\bperformance\s*[.[?]|\bAbortSignal\.timeout\b|\bprocess\[/,
  );
}

/** What stands in the parentheses of each call of a method, parentheses included. */
function argumentsOf(method: string, code: string): string[] {
  return [...code.matchAll(new RegExp(`\\b${method}(?=\\()`, "g"))].map(({ 0: name, index }) => {
    const from = index + name.length;
    let depth = 0;
    for (let at = from; at < code.length; at += 1) {
      if (code[at] === "(") depth += 1;
      if (code[at] === ")") depth -= 1;
      if (depth === 0) return code.slice(from, at + 1);
    }
    return code.slice(from);
  });
}

const brokerCallsIn = (code: string): string[] =>
  code.match(/\bbrokers?\.(?!returnsKeys)\w+\(/g) ?? [];
