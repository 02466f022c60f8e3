import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { inputFailure } from "../failure.ts";

export const MANIFEST_FILE = "manifest.json";
export const JOURNAL_FILE = "exchange/journal.jsonl";
export const tableFileOf = (table: string): string => `database/${table}.jsonl`;

const FORMAT = "sevenfold-backup";
const VERSION = 1;

/** What a file of a backup must be, to the byte. */
const FileFacts = z.object({
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileFacts = z.infer<typeof FileFacts>;

const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Of the program that made it. */
  program: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations that made its tables, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** A table stands behind those that its rows refer to. */
  tables: z.array(FileFacts.extend({ name: z.string().regex(/^\w{1,63}$/), rows: z.int() })).min(1),
  /** Absent where the exchange's accounts are not in it. */
  exchange: FileFacts.extend({ lines: z.int() }).optional(),
  /** The names of the credentials keys that its secrets need. The keys are never in it. */
  sealedUnder: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof Manifest>;

export const manifestOf = (facts: Omit<BackupManifest, "format" | "version">): BackupManifest => ({
  format: FORMAT,
  version: VERSION,
  ...facts,
});

/** Reads a backup's manifest and compares every file with it; throws a sentence where one differs. */
export async function readVerified(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) await verify(folder, tableFileOf(table.name), table);
  if (manifest.exchange) await verify(folder, JOURNAL_FILE, manifest.exchange);
  return manifest;
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST_FILE);
  const text = await readFile(path, "utf8").catch(() => {
    throw inputFailure(`${folder} is no backup: it has no ${MANIFEST_FILE}`);
  });
  const manifest = Manifest.safeParse(parsed(text));
  if (manifest.success) return manifest.data;
  throw inputFailure(`${path} is no manifest of a backup that this version reads`);
}

async function verify(folder: string, file: string, expected: FileFacts): Promise<void> {
  const found = await factsOf(join(folder, file)).catch(() => undefined);
  if (found === undefined) throw inputFailure(`the backup is damaged: ${file} cannot be read`);
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw inputFailure(
      `the backup is damaged: ${file} is not what was written; nothing was changed`,
    );
}

/** Length and digest of a file, read piece by piece; `stir` is called at each. */
export async function factsOf(path: string, stir = (): void => undefined): Promise<FileFacts> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    stir();
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
