import { createHash } from "node:crypto";
import { jetstreamManager } from "@nats-io/jetstream";
import { type ObjectInfo, type ObjectStore, Objm } from "@nats-io/obj";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { type WorkNames, whereRoomIs } from "./work-names.ts";

/** What is on the store cannot be what it is named after, or is larger than anything of ours. */
export class ContentUnusable extends Error {
  override readonly name = "ContentUnusable";
}

const WEEK_MS = 7 * 86_400_000;
/** Some twenty million bars; more is no sweep that a machine takes whole. */
export const CONTENT_BYTES_MAX = 2 ** 30;
const STORE_BYTES_MAX = 16 * 2 ** 30;

export const contentName = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Stores a content under its checksum, unless it is there, and answers that. */
export async function storeContent(
  connection: NatsConnection,
  names: WorkNames,
  bytes: Uint8Array,
): Promise<string> {
  if (CONTENT_BYTES_MAX < bytes.length)
    throw new ContentUnusable(
      `${bytes.length.toLocaleString("en-US")} bytes are more than workers are sent (${CONTENT_BYTES_MAX.toLocaleString("en-US")}); sweep fewer symbols or days`,
    );
  const store = await openStore(connection, names);
  const name = contentName(bytes);
  const found = await store.info(name);
  const isThere =
    found !== null &&
    !found.deleted &&
    found.size === bytes.length &&
    // What is old would be gone in the middle of the work.
    Date.now() - Date.parse(found.mtime) < WEEK_MS / 2 &&
    (await isWhole(connection, names, found));
  if (!isThere) await store.putBlob({ name }, bytes);
  return name;
}

/** A content by its checksum, which is looked at again. */
export async function loadContent(
  connection: NatsConnection,
  names: WorkNames,
  name: string,
): Promise<Uint8Array> {
  const store = await openStore(connection, names);
  const info = await store.info(name);
  if (info === null || info.deleted) throw new ContentUnusable("it is not on the store any more");
  if (CONTENT_BYTES_MAX < info.size) throw new ContentUnusable("it is too large");
  // The library waits for pieces that are missing.
  if (!(await isWhole(connection, names, info)))
    throw new ContentUnusable("it is not on the store any more, or not all of it");
  const bytes = await unlessLost(connection, store.getBlob(name));
  if (bytes === null || contentName(bytes) !== name)
    throw new ContentUnusable("what is stored is not what it is named after");
  return bytes;
}

/** The library waits for ever for what was to come over a connection that is gone. */
const unlessLost = <T>(connection: NatsConnection, coming: Promise<T>): Promise<T> =>
  Promise.race([
    coming,
    connection.closed().then((error) => {
      throw error ?? new Error("the connection to NATS was closed");
    }),
  ]);

/** Whether the pieces of a content are all there: each is forgotten by its own age. */
async function isWhole(
  connection: NatsConnection,
  { materials }: WorkNames,
  { nuid, chunks }: ObjectInfo,
): Promise<boolean> {
  const manager = await jetstreamManager(connection);
  const pieces = `$O.${materials}.C.${nuid}`;
  const { state } = await manager.streams.info(`OBJ_${materials}`, { subjects_filter: pieces });
  return (state.subjects?.[pieces] ?? 0) === chunks;
}

const openStore = (connection: NatsConnection, { materials }: WorkNames): Promise<ObjectStore> =>
  whereRoomIs(STORE_BYTES_MAX, (max_bytes) =>
    new Objm(connection).create(materials, { ttl: nanos(WEEK_MS), max_bytes }),
  );
