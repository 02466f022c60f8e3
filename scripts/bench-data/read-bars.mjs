import { inRoot } from "../workspace.mjs";
import { measured } from "./measured.mjs";

/** Reads bars as a backtest does: into columns, every row of a file checked. */
const { loadBars } = await import(inRoot("packages/cli/dist/bars/load-bars.js"));
await measured(async () => {
  const { columns } = await loadBars([process.argv[2]], ["ABC"], { zone: "UTC", session: "data" });
  return columns[0].count;
});
