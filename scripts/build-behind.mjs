import { constants, setPriority } from "node:os";
import { prepare } from "./build.mjs";
import { whenOrphaned } from "./workspace.mjs";

/*
 * Builds what `npm start` has not built yet, beside the product it has started: on what the product
 * leaves of the processor, and for no longer than it runs. What is cut off here is built anew by the
 * next start.
 */
setPriority(constants.priority.PRIORITY_LOW);
const end = () => process.exit(1);
process.once("SIGTERM", end);
whenOrphaned(end);
await prepare();
