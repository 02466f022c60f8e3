import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root, say } from "./workspace.mjs";

// Outside the workspace, because npm ci empties node_modules; one per checkout.
const lock = join(
  tmpdir(),
  `sevenfold-${createHash("sha256").update(root).digest("hex").slice(0, 16)}.lock`,
);
const PAUSE_MS = 250;

/** Runs `work` while no other process of this checkout installs or builds. */
export async function exclusively(work) {
  for (let announced = false; !taken(); announced = true) {
    if (!announced) say(`Waiting for another start or test to finish building (lock: ${lock}) …`);
    await pause(PAUSE_MS);
  }
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    release();
    process.off("exit", release);
  }
}

function taken() {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    // A process that was killed leaves its lock behind.
    if (holderLives()) return false;
    rmSync(lock, { force: true });
    return taken();
  }
}

function holderLives() {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // Between its creation and its first write the file is empty: somebody is just taking it.
    if (pid !== 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error.code === "EPERM";
  }
}
