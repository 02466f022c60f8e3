import type { Announcement, LocalAnnouncer } from "@sevenfold/application/ports/announcer";
import type { Log } from "@sevenfold/application/ports/log";

interface Listener {
  readonly hear: (announcement: Announcement) => void;
  readonly missed: () => void;
}

/** Announcements inside one process. A listener that fails does not keep the others from hearing. */
export function inProcessAnnouncer(log: Log): LocalAnnouncer {
  const listeners = new Set<Listener>();
  const tellAll = (topic: string, tell: (listener: Listener) => void) => {
    for (const listener of listeners) {
      try {
        tell(listener);
      } catch (error) {
        log.error("A listener failed", { error, topic });
      }
    }
  };
  return {
    announce: (announcement) => tellAll(announcement.topic, ({ hear }) => hear(announcement)),
    missed: () => tellAll("missed", ({ missed }) => missed()),
    listen(hear, missed = () => undefined) {
      const listener = { hear, missed };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
