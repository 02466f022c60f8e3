import { randomUUID } from "node:crypto";
import {
  ANNOUNCEMENT_TOPICS,
  type Announcement,
  type Announcer,
  type LocalAnnouncer,
} from "@sevenfold/application/ports/announcer";
import type { Log } from "@sevenfold/application/ports/log";
import { z } from "zod";
import type { NatsLink } from "./nats-link.ts";

export interface NatsAnnouncerSettings {
  readonly link: NatsLink;
  /** What all subjects of this installation begin with. */
  readonly prefix: string;
  /** What this process announces and hears by. */
  readonly local: LocalAnnouncer;
  /** How the others hear this process while NATS is away from it; hears what they tell so, too. */
  readonly fallback: Announcer;
  readonly log: Log;
}

/** Ends what it began; the link and the fallback belong to the caller. */
export interface NatsAnnouncer extends Announcer {
  close(): void;
}

/** So often everything is read again while what others announce by NATS cannot be heard. */
const POLL_MS = 5_000;
const WAITING_MAX = 1_000;

const text = z.string().max(200);
const Wire = z.object({
  from: text,
  sequence: z.number().int().positive(),
  told: z
    .array(z.object({ accountId: text, userId: text, topic: z.enum(ANNOUNCEMENT_TOPICS) }))
    .max(WAITING_MAX),
});

/**
 * Announces by NATS, to every process of the installation. What is announced within one turn of the
 * event loop travels together, numbered, so that whoever missed one knows and reads everything again.
 * While NATS is away from this process it announces by the fallback, and reads everything again now
 * and then, as others may announce by NATS still.
 */
export function openNatsAnnouncer(settings: NatsAnnouncerSettings): NatsAnnouncer {
  const { fallback, link, local, log, prefix } = settings;
  const subject = `${prefix}.announcements`;
  const self = randomUUID();
  const heardOf = new Map<string, number>();
  let waiting = new Map<string, Announcement>();
  let isSending = false;
  let sequence = 0;
  let polling: NodeJS.Timeout | undefined;

  const send = () => {
    isSending = false;
    if (waiting.size === 0) return;
    const told = [...waiting.values()];
    waiting = new Map();
    sequence += 1;
    if (link.publish(subject, JSON.stringify({ from: self, sequence, told }))) return;
    // It went away meanwhile. Heard twice here is read twice.
    for (const each of told) fallback.announce(each);
  };
  const hear = (payload: Uint8Array) => {
    const said = Wire.safeParse(jsonIn(payload));
    if (!said.success) {
      // Of a version that announces what this one does not know.
      log.warn("announcement-not-understood", { error: said.error.issues[0]?.message });
      local.missed();
      return;
    }
    const { from, sequence: number, told } = said.data;
    if (from === self) return;
    const before = heardOf.get(from);
    if (before !== undefined && number <= before) return;
    remember(heardOf, from, number);
    if (before !== undefined && before + 1 < number) local.missed();
    else for (const each of told) local.announce(each);
  };
  const end = link.subscribe(subject, hear);
  const poll = () => {
    polling ??= setInterval(() => local.missed(), POLL_MS);
  };
  const unwatch = link.watch((isUp) => {
    if (!isUp) return poll();
    clearInterval(polling);
    polling = undefined;
    local.missed();
  });
  if (!link.current()) poll();

  return {
    announce(announcement) {
      if (!link.current()) return fallback.announce(announcement);
      local.announce(announcement);
      waiting.set(Object.values(announcement).join(" "), announcement);
      if (WAITING_MAX <= waiting.size) send();
      else if (!isSending) {
        isSending = true;
        setImmediate(send);
      }
    },
    listen: (tell, missed) => local.listen(tell, missed),
    close() {
      send();
      clearInterval(polling);
      unwatch();
      end();
    },
  };
}

const PROCESSES_MAX = 1_000;

/** Of so many processes the last number is known; each start is a new one. */
function remember(heardOf: Map<string, number>, from: string, sequence: number): void {
  heardOf.delete(from);
  const [oldest] = heardOf.keys();
  if (PROCESSES_MAX <= heardOf.size && oldest !== undefined) heardOf.delete(oldest);
  heardOf.set(from, sequence);
}

function jsonIn(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString("utf8"));
  } catch {
    return undefined;
  }
}
