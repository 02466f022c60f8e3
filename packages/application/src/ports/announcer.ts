import type { Readers } from "./stores/readers.ts";

export const ANNOUNCEMENT_TOPICS = [
  "account",
  "orders",
  "worker",
  "watchlist",
  "settings",
  /** The same, where nothing but an account's settings is another: no switching on released it. */
  "settings-saved",
  "accounts-changed",
  /** Some sign-ins of the user ended: windows that listen under them look theirs up again. */
  "sign-ins",
] as const;

/**
 * Where the rows lie that a topic may tell of, where it tells of a few tables only; under any other
 * topic every row of the user and the account may be another.
 */
export const TABLES_TOLD: Partial<Record<Announcement["topic"], readonly (keyof Readers)[]>> = {
  // Switched on afresh, an account is released and its trails begin anew.
  settings: ["accounts", "holdings", "settings", "trails"],
  "settings-saved": ["settings"],
  watchlist: ["watchlist"],
  "sign-ins": ["signIns", "users"],
};

/** What changed for an account, so that whoever shows it reads it again. */
export interface Announcement {
  /** Empty where it concerns no account. */
  readonly accountId: string;
  readonly userId: string;
  readonly topic: (typeof ANNOUNCEMENT_TOPICS)[number];
}

/** Tells other parts of the product, in this or another process, that something committed. */
export interface Announcer {
  /**
   * Call after the commit. Never rejects. This process hears it at once, others within moments;
   * delivery to them is best effort, and readers also poll.
   */
  announce(announcement: Announcement): void;
  /**
   * Ends listening when the returned function is called. `missed` says that announcements may have
   * gone by unheard: whatever was kept is to be read again.
   */
  listen(hear: (announcement: Announcement) => void, missed?: () => void): () => void;
}

/** The announcer of one process, on which one for several can be built. */
export interface LocalAnnouncer extends Announcer {
  /** Tells every listener that announcements may have gone by unheard. */
  missed(): void;
}
