import { ANNOUNCEMENT_TOPICS, type Announcement } from "@sevenfold/application/ports/announcer";

/** More was announced than could wait: whatever is kept is to be read again. */
export const MISSED = "missed";
export type Told = Announcement | typeof MISSED;

/** What one process told the others at once. */
export interface Notice {
  /** The process, so that it knows its own. */
  readonly from: string;
  readonly told: readonly Told[];
}

/** The server takes less than 8,000 bytes. */
const NOTICE_BYTES_MAX = 7_900;

/** The payloads that carry what is told, in its order: `[from, [account, user, topic] | "missed", …]`. */
export function* noticesOf(from: string, told: readonly Told[]): Generator<string> {
  const head = JSON.stringify(from);
  let payload = head;
  for (const each of told) {
    const word = JSON.stringify(written(each));
    if (NOTICE_BYTES_MAX < Buffer.byteLength(payload) + Buffer.byteLength(word)) {
      yield `[${payload}]`;
      payload = head;
    }
    payload += `,${word}`;
  }
  if (payload !== head) yield `[${payload}]`;
}

/** What a payload says; undefined when it is none of ours. */
export function toldBy(payload: string): Notice | undefined {
  const [from, ...words] = listIn(payload);
  const told = words.map(read);
  if (typeof from !== "string" || !told.every((each) => each !== undefined)) return undefined;
  return { from, told };
}

const written = (told: Told) =>
  told === MISSED ? told : [told.accountId, told.userId, told.topic];

function read(word: unknown): Told | undefined {
  if (word === MISSED) return word;
  const [accountId, userId, name] = Array.isArray(word) ? word : [];
  const topic = ANNOUNCEMENT_TOPICS.find((known) => known === name);
  if (typeof accountId !== "string" || typeof userId !== "string" || !topic) return undefined;
  return { accountId, userId, topic };
}

function listIn(payload: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(payload);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
