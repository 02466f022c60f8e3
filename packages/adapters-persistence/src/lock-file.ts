/** One lock for whatever one process at a time may have; the scripts take it unbuilt. */
export { type HeldLock, type LockTaken, takeLock } from "#lock-file";
