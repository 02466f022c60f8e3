import "../packages/cli/bin/require-node.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { readCommand } from "./read-command.mjs";
import { checkSources } from "./static-checks.mjs";

readCommand({ name: "check", says: "Format, lint and types of everything." });
await ensureInstalled();
await checkSources();
