import "../packages/cli/bin/require-node.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { checkSources } from "./static-checks.mjs";

await ensureInstalled();
await checkSources();
