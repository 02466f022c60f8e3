import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importsOf, sourceFiles, withoutComments } from "./source-files.ts";

/** Which of our files each file imports, by their paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** What is imported for its types only is imported too: a circle of types is a circle for its reader. */
export function readImportGraph(pattern = "packages/*/src"): ImportGraph {
  const paths = sourceFiles(pattern);
  const known = new Set(paths);
  return new Map(
    paths.map((path) => {
      const named = importsOf(withoutComments(readFileSync(path, "utf8")));
      return [path, named.flatMap((name) => fileOf(path, name)).filter((to) => known.has(to))];
    }),
  );
}

function fileOf(from: string, name: string): string[] {
  if (name.startsWith(".")) return [join(dirname(from), name)];
  const [, of, inside] = /^@sevenfold\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (of === undefined) return [];
  return [".ts", ".tsx"].map((end) => `packages/${of}/src/${inside}${end}`).filter(existsSync);
}

/** Files that import one another in a circle, each circle once, sorted. By Tarjan's algorithm. */
export function circlesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const seenAt = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string): number => {
    const at = seenAt.size;
    seenAt.set(file, at);
    lowest.set(file, at);
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const reached = seenAt.has(next)
        ? path.includes(next)
          ? seenAt.get(next)!
          : at
        : visit(next);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === at) {
      const circle = path.splice(path.indexOf(file));
      if (1 < circle.length) circles.push(circle.sort());
    }
    return lowest.get(file)!;
  };
  for (const file of graph.keys()) if (!seenAt.has(file)) visit(file);
  return circles;
}
