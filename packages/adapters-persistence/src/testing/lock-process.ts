import { FolderInUse, lockFolder } from "../folder-lock.ts";

// Takes the lock of the folder it is given, says whether it could, and holds it until told to end.
const folder = process.argv[2]!;
process.stdout.write("ready\n");
process.stdin.once("data", () => {
  try {
    lockFolder(folder);
    process.stdout.write("taken\n");
  } catch (error) {
    process.stdout.write(error instanceof FolderInUse ? "refused\n" : `${error}\n`);
  }
  process.stdin.once("end", () => process.exit(0)).resume();
});
