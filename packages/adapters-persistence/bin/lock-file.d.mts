/** The lock is this process's until it gives it back, or until it ends. */
export interface HeldLock {
  release(): void;
  readonly heldBy?: never;
}

/** The process that has the lock; this one too, where it took it before. */
export interface LockTaken {
  readonly heldBy: number;
}

export function takeLock(path: string): HeldLock | LockTaken;
export function processStart(pid: number): string | undefined;
