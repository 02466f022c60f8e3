import { mkdirSync, rmdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { takeLock } from "../packages/adapters-persistence/bin/lock-file.mjs";

// Waits for its turn to have the lock, then ends: every other one without giving it back, as one that
// is killed. Says "together" when another process had the lock too.
const [lock, number] = process.argv.slice(2);
const inside = `${lock}-inside`;
const HELD_MS = 2;

process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.destroy();
let { release } = takeLock(lock);
while (!release) {
  await pause(10 * Math.random());
  ({ release } = takeLock(lock));
}
try {
  mkdirSync(inside);
  await pause(HELD_MS);
  rmdirSync(inside);
  process.stdout.write("alone\n");
} catch {
  process.stdout.write("together\n");
}
if (Number(number) % 2 === 0) release();
