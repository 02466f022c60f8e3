import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsLink } from "../nats-link.ts";
import { workNames } from "../shared/work-names.ts";

/** How many parts there are at NATS, and how many of them a worker is at. */
export async function waitingParts(
  link: NatsLink,
  prefix: string,
): Promise<{ readonly all: number; readonly taken: number }> {
  const manager = await jetstreamManager(await link.connected(50_000));
  const { parts } = workNames(prefix);
  const found = await manager.streams.info(parts).catch(() => undefined);
  if (found === undefined) return { all: 0, taken: 0 };
  let taken = 0;
  for await (const consumer of manager.consumers.list(parts)) taken += consumer.num_ack_pending;
  return { all: found.state.messages, taken };
}
