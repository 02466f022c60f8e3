import { type Announcement, TABLES_TOLD } from "@sevenfold/application/ports/announcer";
import type { Storage } from "@sevenfold/application/ports/stores/storage";

import type { HttpNeeds, HttpOptions } from "../http-needs.ts";
import { type KeptPeople, keepPeople } from "../sign-in/kept-people.ts";
import { openKept } from "./kept.ts";
import { type KeptAnswers, keepAnswers } from "./kept-answers.ts";
import { keepReads } from "./kept-reads.ts";

export interface Memory {
  /** For views: what they share is read once a moment. */
  readonly storage: Storage;
  readonly people: KeptPeople;
  readonly answers: KeptAnswers;
  close(): void;
}

const KEPT_MS = 1_000;

/**
 * What is not asked of the database again within a moment. Whatever is announced of a user or an
 * account, once it is committed, forgets what is kept of them and lies in the tables it tells of.
 */
export function openMemory(
  { announcer, clock, signIns, storage }: HttpNeeds,
  { keptMs = KEPT_MS }: Pick<HttpOptions, "keptMs">,
): Memory {
  const kept = openKept({ clock, keptMs });
  const forget = ({ accountId, topic, userId }: Announcement) => {
    for (const ownerId of [accountId, userId]) kept.forget(ownerId, TABLES_TOLD[topic]);
  };
  const read = keepReads(storage, kept);
  return {
    storage: { ...storage, read },
    people: keepPeople({ kept, signIns, users: read.users }),
    answers: keepAnswers(kept),
    close: announcer.listen(forget, kept.forgetAll),
  };
}
