import { readFileSync } from "node:fs";
import {
  type NatsAddress,
  NatsAddressUnusable,
  natsAddressOf,
} from "@sevenfold/adapters-nats/nats-address";
import { z } from "zod";

/** Where several processes tell each other prices and changes; undefined: by the database alone. */
export interface NatsSettings {
  readonly address: NatsAddress;
  /** What the file `….creds` holds. */
  readonly credentials?: string;
  /** What all subjects of this installation begin with. */
  readonly prefix: string;
}

/** What the environment may say of NATS. */
export const NATS_ENVIRONMENT = {
  NATS_URL: z.string().optional(),
  /** A file of NATS's own, `….creds`, where its servers ask for one. */
  NATS_CREDENTIALS: z.string().optional(),
  NATS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,50}$/, "must be letters, digits, - and _, 50 at most")
    .default("sevenfold"),
} as const;

type Given = z.infer<z.ZodObject<typeof NATS_ENVIRONMENT>>;

/** `refuse` is told what cannot be used, and throws. */
export function natsSettingsOf(
  { NATS_CREDENTIALS: file, NATS_PREFIX: prefix, NATS_URL: url }: Given,
  refuse: (words: string) => never,
): NatsSettings | undefined {
  if (url === undefined)
    return file === undefined ? undefined : refuse("NATS_CREDENTIALS takes a NATS_URL: set both.");
  const address = natsAddressIn(url, refuse);
  return file === undefined
    ? { address, prefix }
    : { address, prefix, credentials: readIn(file, refuse) };
}

function natsAddressIn(url: string, refuse: (words: string) => never): NatsAddress {
  try {
    return natsAddressOf(url);
  } catch (error) {
    if (error instanceof NatsAddressUnusable) return refuse(`NATS_URL ${error.message}`);
    throw error;
  }
}

function readIn(file: string, refuse: (words: string) => never): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return refuse(`NATS_CREDENTIALS names ${file}, which cannot be read: it is a file ….creds.`);
  }
}
