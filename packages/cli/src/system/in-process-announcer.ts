import type { Announcement, Announcer } from "@sevenfold/application/ports/announcer";
import type { Log } from "@sevenfold/application/ports/log";

/** Announcements inside one process. A listener that fails does not keep the others from hearing. */
export function inProcessAnnouncer(log: Log): Announcer {
  const listeners = new Set<(announcement: Announcement) => void>();
  return {
    announce(announcement) {
      for (const hear of listeners) {
        try {
          hear(announcement);
        } catch (error) {
          log.error("A listener failed", { error, topic: announcement.topic });
        }
      }
    },
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}
