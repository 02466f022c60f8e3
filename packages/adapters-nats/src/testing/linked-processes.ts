import type { Announcement } from "@sevenfold/application/ports/announcer";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { natsAddressOf } from "../nats-address.ts";
import { openNatsAnnouncer } from "../nats-announcer.ts";
import { type NatsLink, openNatsLink } from "../nats-link.ts";

const PATIENT_MS = 50_000;

/** Processes on one NATS server, until `end`. */
export function linkedProcesses(url: () => string) {
  const open: { readonly link: NatsLink; close(): void }[] = [];
  return {
    /** One process: what it announces by, what it has heard and missed, and what it said by the fallback. */
    async begin() {
      const log = recordingLog();
      const link = openNatsLink({
        ...{ address: natsAddressOf(url()), name: "a test", log, pauseMs: () => 50 },
      });
      await (await link.connected(PATIENT_MS)).flush();
      const counts = { missed: 0 };
      const memory = inMemoryAnnouncer();
      const local = {
        ...memory,
        missed() {
          counts.missed += 1;
          memory.missed();
        },
      };
      const fellBack: Announcement[] = [];
      const fallback = {
        announce: (announcement: Announcement) => void fellBack.push(announcement),
        listen: () => () => undefined,
      };
      const announcer = openNatsAnnouncer({ fallback, link, local, log, prefix: "test" });
      await link.current()?.flush();
      const heard: Announcement[] = [];
      announcer.listen((announcement) => heard.push(announcement));
      open.push({ link, close: () => announcer.close() });
      return { announcer, counts, fellBack, heard, link, log };
    },
    async end() {
      for (const { close, link } of open.splice(0)) {
        close();
        await link.close();
      }
    },
  };
}
