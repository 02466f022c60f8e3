import type { HttpNeeds } from "../http-needs.ts";
import type { Route } from "../route.ts";
import type { TableName } from "./kept.ts";

/**
 * These routes, whose views note which tables they read, so that nobody has to keep a list of that.
 * One set for all of them: a table that any of them has read counts for each.
 */
export function recorded<Each extends Route>(
  needs: HttpNeeds,
  routesOf: (needs: HttpNeeds) => readonly Each[],
): readonly Each[] {
  // The user is looked up before any view.
  const reads = new Set<TableName>(["users"]);
  const read = new Proxy(needs.storage.read, {
    get(tables, name: TableName) {
      reads.add(name);
      return tables[name];
    },
  });
  return routesOf({ ...needs, storage: { ...needs.storage, read } }).map((route) =>
    "isView" in route ? { ...route, reads } : route,
  );
}
