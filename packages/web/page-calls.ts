import type { Plugin } from "vite";
import { ALL_CALLS } from "../contract/src/calls.ts";

/** What a page reads of a call's row; the rest is for the server, and for the compiler. */
const READ = ["method", "path", "belongsTo", "onlyLooks", "fresh"] as const;

const TABLE = /export const CALLS = \{[\s\S]*?\n\};/;
const ROWS = /^import \{[^}]*\} from "\.\/calls\/[\w-]+\.ts";$/gm;

/** Leaves of the table of calls what pages read: every one of them loads it before anything else. */
export const pageCalls = (): Plugin => ({
  name: "sevenfold-page-calls",
  enforce: "pre",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/contract/src/calls.ts")) return undefined;
    if (!TABLE.test(code)) throw new Error("The table of calls is not where it was");
    const rows = ALL_CALLS.map((call) => [
      call.name,
      Object.fromEntries(READ.map((field) => [field, call[field]] as const).map(withoutNews)),
    ]);
    const table = JSON.stringify(Object.fromEntries(rows));
    return code.replace(ROWS, "").replace(TABLE, () => `export const CALLS = ${table};`);
  },
});

/** After which news a view is pushed, only the server asks. */
const withoutNews = ([field, value]: readonly [string, unknown]) =>
  typeof value === "object" && value !== null && "after" in value
    ? [field, { ...value, after: undefined }]
    : [field, value];
