import type { Instant } from "@sevenfold/domain/market";

/**
 * Who may write for an account. A higher epoch fences every lower one. When it ends the storage
 * knows alone, by its own clock: clocks of workers differ.
 */
export interface Lease {
  readonly accountId: string;
  readonly owner: string;
  readonly epoch: number;
}

/** A lease as it stands now. */
export interface RunningLease extends Pick<Lease, "accountId" | "owner"> {
  /** Milliseconds until it ends unless it is renewed, by the storage's clock. */
  readonly endsInMs: number;
}

/** What became of leases that were to be renewed. */
export interface Renewal {
  /** Accounts whose lease lasts anew. */
  readonly renewed: ReadonlySet<string>;
  /** Accounts whose lease somebody else has had since, or that are gone. */
  readonly lost: ReadonlySet<string>;
}

/** For which of several accounts may be written. */
export interface Hold {
  /** Accounts whose epoch is the newest, as of now and until the end of the transaction. */
  readonly held: ReadonlySet<string>;
  /** Accounts whose epoch is over, or that are gone. */
  readonly lost: ReadonlySet<string>;
}

export interface LeaseReader {
  /** Whether anybody has the account's lease now, by the storage's clock. */
  isHeld(accountId: string): Promise<boolean>;
  /** Every lease that has not ended, by the storage's clock. */
  running(): Promise<readonly RunningLease[]>;
  /** The storage's clock, by which leases end: one for all processes, however theirs are set. */
  now(): Promise<Instant>;
}

export interface LeaseStore extends LeaseReader {
  /**
   * Takes or renews the lease, for that long from the moment it is granted by the storage's clock.
   * Undefined while another owner's has not expired. Renewing keeps the epoch; taking it, and taking
   * it back after it expired or was released, raises it.
   */
  acquire(wanted: {
    readonly accountId: string;
    readonly owner: string;
    readonly durationMs: number;
  }): Promise<Lease | undefined>;
  /**
   * Renews all of these for that long, from now by the storage's clock, under the epochs they have:
   * also those that ran out, as long as nobody took them. It waits for nobody: a lease that is changing
   * hands, or being renewed, stays as it is and is in neither list.
   */
  renew(
    leases: readonly Pick<Lease, "accountId" | "epoch">[],
    wanted: { readonly owner: string; readonly durationMs: number },
  ): Promise<Renewal>;
  /**
   * Whether this epoch is still the account's newest. Asked inside a transaction before its first
   * write it fences all of them: until the end of the transaction nobody can take the lease. False
   * once it was released. One read by key; several transactions may hold it at once.
   */
  holds(accountId: string, epoch: number): Promise<boolean>;
  /**
   * The same of several accounts, whose rows it keeps from those who lock them. It waits for nobody: an
   * account that somebody is writing for is in neither list.
   */
  hold(leases: readonly Pick<Lease, "accountId" | "epoch">[]): Promise<Hold>;
  release(accountId: string, owner: string): Promise<void>;
  /** Gives back every lease, whoever has it: for the one worker that knows no other lives. */
  releaseAll(): Promise<void>;
}
