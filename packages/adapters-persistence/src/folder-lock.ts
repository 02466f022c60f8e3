import { type HeldLock, takeLock } from "#lock-file";

/** Another process, or this one a second time, has the folder open. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/** Takes the folder for this process alone, or throws `FolderInUse` and touches nothing. */
export function lockFolder(folder: string): HeldLock {
  const taken = takeLock(`${folder}.lock`);
  if (taken.heldBy === undefined) return taken;
  const who = taken.heldBy === process.pid ? "This process" : `Process ${taken.heldBy}`;
  throw new FolderInUse(
    `${who} has the database in ${folder} open, and only one process may. ` +
      "Stop it first, or set DATABASE_URL to a PostgreSQL server that several processes can share.",
  );
}
