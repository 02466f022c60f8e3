/**
 * What one process is among all on one storage for as long as it lives: a worker, or the one reader of
 * a feed. Like a lease it ends by the storage's clock; unlike one it fences nothing.
 */
export interface Seat {
  /** Such as "worker/…": what it is for before the slash. */
  readonly name: string;
  readonly owner: string;
}

/** A seat as it is taken now. */
export interface TakenSeat extends Seat {
  /** Milliseconds until it ends unless it is renewed, by the storage's clock. */
  readonly endsInMs: number;
}

export interface SeatReader {
  /** The seats whose names begin so and are taken now, by name, `ROWS_MAX` at most. */
  taken(prefix: string): Promise<readonly TakenSeat[]>;
}

export interface SeatStore extends SeatReader {
  /** Takes or renews the seat for that long. False while another owner's has not ended. */
  take(wanted: Seat & { readonly durationMs: number }): Promise<boolean>;
  /** Leaves it where it is still this owner's. */
  leave(seat: Seat): Promise<void>;
  /** Forgets seats that nobody has any more. Returns how many. */
  removeEnded(): Promise<number>;
}
