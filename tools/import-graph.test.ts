import { describe, expect, it } from "vitest";
import { circlesOf, readImportGraph } from "./import-graph.ts";
import { ROOMS, rankOf, SHARED_BY_PAGES } from "./rooms.ts";

const graph = readImportGraph();
const isTest = (path: string) => /\.(test|bench|conformance)\.tsx?$|\/testing\//.test(path);
const arrows = [...graph].flatMap(([from, all]) => all.map((to) => [from, to] as const));
const production = arrows.filter(([from]) => !isTest(from));
const shown = (found: readonly (readonly [string, string])[]) =>
  found.map(([from, to]) => `${from} imports ${to}`);

describe("what our files import", () => {
  it("is read at all", () => {
    expect(arrows).toContainEqual([
      "packages/application/src/trading/placing/place-order.ts",
      "packages/application/src/trading/orders/send-order.ts",
    ]);
    expect(arrows).toContainEqual([
      "packages/cli/src/commands/halt.ts",
      "packages/application/src/ports/stores/storage.ts",
    ]);
    expect(arrows.length).toBeGreaterThan(5_000);
  });

  it("never comes back to where it began", () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  it("is no test's own when the product runs", () => {
    expect(shown(production.filter(([, to]) => isTest(to)))).toEqual([]);
  });
});

describe("a circle", () => {
  it("is found however long it is, and each once", () => {
    const found = circlesOf(
      new Map([
        ["a", ["b", "d"]],
        ["b", ["c"]],
        ["c", ["a"]],
        ["d", ["e"]],
        ["e", ["d", "f"]],
        ["f", []],
      ]),
    );

    expect(found).toEqual([
      ["d", "e"],
      ["a", "b", "c"],
    ]);
  });
});

describe("the rooms of the application", () => {
  const own = [...graph.keys()].filter((path) => path.startsWith("packages/application/src/"));

  it("hold every file", () => {
    expect(own.filter((path) => rankOf(path) < 0)).toEqual([]);
  });

  it("are all lived in", () => {
    const used = new Set(own.map(rankOf));

    expect(ROOMS.filter((_, rank) => !used.has(rank))).toEqual([]);
  });

  it("import those before them only", () => {
    const inside = production.filter(([from, to]) => own.includes(from) && own.includes(to));

    expect(shown(inside.filter(([from, to]) => rankOf(from) < rankOf(to)))).toEqual([]);
  });
});

describe("the pages of the web app", () => {
  const featureOf = (path: string) => /^packages\/web\/src\/([^/]+)\//.exec(path)?.[1];

  it("import no other page, but what pages share", () => {
    const reached = production.filter(([from, to]) => {
      const [one, other] = [featureOf(from), featureOf(to)];
      if (one === undefined || other === undefined || one === other) return false;
      return !SHARED_BY_PAGES.includes(other);
    });

    expect(shown(reached)).toEqual([]);
  });
});
