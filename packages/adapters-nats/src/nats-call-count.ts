import { randomUUID } from "node:crypto";
import type { CallCount } from "@sevenfold/application/ports/call-count";
import { z } from "zod";
import type { NatsLink } from "./nats-link.ts";

export interface NatsCallCount extends CallCount {
  /** Tells what is not told yet. */
  close(): void;
}

/** Calls of so long travel together: by so much others are behind. */
const TOGETHER_MS = 50;
const ACCOUNTS_PER_MESSAGE = 1_000;

const Wire = z.object({
  from: z.string().max(100),
  calls: z
    .array(z.tuple([z.string().max(100), z.number().int().positive().max(100_000)]))
    .max(ACCOUNTS_PER_MESSAGE),
});

/** Calls told by NATS. While it is away each process counts its own, as if it were alone. */
export function natsCallCount({
  link,
  prefix,
}: {
  readonly link: NatsLink;
  readonly prefix: string;
}): NatsCallCount {
  const subject = `${prefix}.calls`;
  const self = randomUUID();
  let made = new Map<string, number>();
  let telling: NodeJS.Timeout | undefined;

  const tell = () => {
    clearTimeout(telling);
    telling = undefined;
    const calls = [...made];
    made = new Map();
    for (let at = 0; at < calls.length; at += ACCOUNTS_PER_MESSAGE)
      link.publish(
        subject,
        JSON.stringify({ from: self, calls: calls.slice(at, at + ACCOUNTS_PER_MESSAGE) }),
      );
  };
  return {
    made(accountId, count) {
      made.set(accountId, (made.get(accountId) ?? 0) + count);
      telling ??= setTimeout(tell, TOGETHER_MS);
    },
    listen: (hear) =>
      link.subscribe(subject, (payload) => {
        const told = Wire.safeParse(jsonIn(payload));
        // Of another version: what is left of the minute the broker says as well.
        if (!told.success || told.data.from === self) return;
        for (const [accountId, count] of told.data.calls) hear(accountId, count);
      }),
    close: tell,
  };
}

function jsonIn(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString("utf8"));
  } catch {
    return undefined;
  }
}
