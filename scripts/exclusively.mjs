import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { takeLock } from "../packages/adapters-persistence/bin/lock-file.mjs";
import { root, say } from "./workspace.mjs";

// Outside the workspace, because npm ci empties node_modules; one per checkout.
const lock = join(
  tmpdir(),
  `sevenfold-${createHash("sha256").update(root).digest("hex").slice(0, 16)}.lock`,
);
const PAUSE_MS = 250;

/** Runs `work` while no other process of this checkout installs or builds. */
export async function exclusively(work) {
  let { release, heldBy } = takeLock(lock);
  if (heldBy !== undefined)
    say(`Waiting for process ${heldBy} to finish building (lock: ${lock}.*) …`);
  while (release === undefined) {
    await pause(PAUSE_MS);
    ({ release, heldBy } = takeLock(lock));
  }
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}
