import type { Announcement, Announcer } from "../ports/announcer.ts";

/** Announces within one process, at once. */
export function inMemoryAnnouncer(): Announcer {
  const listeners = new Set<(announcement: Announcement) => void>();
  return {
    announce(announcement) {
      for (const hear of [...listeners]) hear(announcement);
    },
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
