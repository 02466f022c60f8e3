import { mkdirSync, rmdirSync } from "node:fs";
import { FolderInUse, lockFolder } from "../folder-lock.ts";

// Takes the folder's lock as often as it is told to, and gives it back each time. Says "together"
// when it had the lock while another process had it too.
const [folder = "", turns = "0"] = process.argv.slice(2);
const inside = `${folder}.inside`;
process.stdout.write("ready\n");
process.stdin.once("data", () => {
  process.stdin.destroy();
  let left = Number(turns);
  const tryOnce = () => {
    try {
      const lock = lockFolder(folder);
      mkdirSync(inside);
      rmdirSync(inside);
      lock.release();
      left -= 1;
    } catch (error) {
      if (!(error instanceof FolderInUse)) {
        const { code } = error as NodeJS.ErrnoException;
        process.stdout.write(code === "EEXIST" ? "together\n" : `${error}\n`);
        return;
      }
    }
    if (left === 0) process.stdout.write("done\n");
    else setTimeout(tryOnce, 5 * Math.random());
  };
  tryOnce();
});
