import { mkdirSync, rmdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { FolderInUse, lockFolder } from "../folder-lock.ts";

// Takes the folder's lock as often as it is told to, and gives it back each time. Says "together"
// when it had the lock while another process had it too.
const [folder = "", turns = "0"] = process.argv.slice(2);
const inside = `${folder}.inside`;
const HELD_MS = 2;

async function takeTurn(): Promise<"taken" | "refused"> {
  try {
    const lock = lockFolder(folder);
    mkdirSync(inside);
    await pause(HELD_MS);
    rmdirSync(inside);
    lock.release();
    return "taken";
  } catch (error) {
    if (error instanceof FolderInUse) return "refused";
    throw error;
  }
}

async function takeTurns(): Promise<void> {
  for (let left = Number(turns); 0 < left; await pause(5 * Math.random()))
    if ((await takeTurn()) === "taken") left -= 1;
}

process.stdout.write("ready\n");
process.stdin.once("data", () => {
  process.stdin.destroy();
  const told = (error: NodeJS.ErrnoException) =>
    error.code === "EEXIST" ? "together" : `${error}`;
  void takeTurns().then(
    () => process.stdout.write("done\n"),
    (error) => process.stdout.write(`${told(error)}\n`),
  );
});
