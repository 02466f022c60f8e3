/** What changed for an account, so that whoever shows it reads it again. */
export interface Announcement {
  /** Empty where it concerns no account. */
  readonly accountId: string;
  readonly userId: string;
  readonly topic:
    | "account"
    | "orders"
    | "worker"
    | "watchlist"
    | "settings"
    | "accounts-changed"
    /** Some sign-ins of the user ended: windows that listen under them look theirs up again. */
    | "sign-ins";
}

/** Tells other parts of the product, in this or another process, that something committed. */
export interface Announcer {
  /** Call after the commit. Never rejects; delivery is best effort, readers also poll. */
  announce(announcement: Announcement): void;
  /** Ends listening when the returned function is called. */
  listen(hear: (announcement: Announcement) => void): () => void;
}
