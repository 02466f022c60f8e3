import type { HttpNeeds } from "../http-needs.ts";
import type { Route } from "../route.ts";
import type { TableName } from "./kept.ts";

type RoutesOf<Each extends Route> = (needs: HttpNeeds) => readonly Each[];

/**
 * These routes, whose views note which tables they read, so that nobody has to keep a list of that.
 * One set for all of them: a table that any of them has read counts for each.
 */
export function recorded<Each extends Route>(
  needs: HttpNeeds,
  routesOf: RoutesOf<Each>,
): readonly Each[] {
  const { noting, reads } = notedReads(needs);
  return routesOf(noting).map((route) => ("isView" in route ? { ...route, reads } : route));
}

/**
 * The same with a set for each view, so that what changes one leaves the others kept. Each is made
 * anew for that: they must share no memory.
 */
export const recordedEach = <Each extends Route>(
  needs: HttpNeeds,
  routesOf: RoutesOf<Each>,
): readonly Each[] => routesOf(needs).map((_, index) => recorded(needs, routesOf)[index]!);

function notedReads(needs: HttpNeeds) {
  // The user is looked up before any view, and whose account it is of around it.
  const reads = new Set<TableName>(["users", "accounts"]);
  const read = new Proxy(needs.storage.read, {
    get(tables, name: TableName) {
      reads.add(name);
      return tables[name];
    },
  });
  return { noting: { ...needs, storage: { ...needs.storage, read } }, reads };
}
