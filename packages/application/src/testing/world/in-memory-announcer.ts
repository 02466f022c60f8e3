import type { Announcement, LocalAnnouncer } from "../../ports/announcer.ts";

/** Announces within one process, at once. */
export function inMemoryAnnouncer(): LocalAnnouncer {
  const hearers = new Set<(announcement: Announcement) => void>();
  const missers = new Set<() => void>();
  return {
    announce(announcement) {
      for (const hear of [...hearers]) hear(announcement);
    },
    missed() {
      for (const misser of [...missers]) misser();
    },
    listen(hear, missed = () => undefined) {
      hearers.add(hear);
      missers.add(missed);
      return () => {
        hearers.delete(hear);
        missers.delete(missed);
      };
    },
  };
}
