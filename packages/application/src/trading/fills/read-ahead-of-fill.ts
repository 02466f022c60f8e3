import type { Execution } from "../../ports/broker.ts";
import type { Tables } from "../../ports/stores/storage.ts";

/**
 * Asks in one journey what booking an execution asks one after the other, before anything is written: on
 * the account's locked row the answers are the same, and so they are where the lock was asked for before.
 * Whoever asks anything else is answered by the tables.
 */
export function readAheadOfFill(
  tables: Tables,
  id: string,
  { brokerOrderId, clientKey, executionId }: Execution,
): Tables {
  const { fills, orders, positions, settings, trails } = tables;
  const isBooked = fills.isBooked(id, executionId);
  const named = clientKey === undefined ? undefined : orders.lock(clientKey);
  const numbered = named ? undefined : orders.byBrokerOrderId(id, brokerOrderId);
  const held = positions.of(id);
  const anchored = trails.of(id);
  const limits = settings.of(id);
  // Heard by whoever asks for it; a transaction that ends before then has failed anyway.
  for (const answer of [isBooked, named, numbered, held, anchored, limits])
    answer?.catch(() => undefined);
  const isOurs = (accountId: string) => accountId === id;
  return {
    ...tables,
    fills: {
      ...fills,
      isBooked: (accountId, asked) =>
        isOurs(accountId) && asked === executionId ? isBooked : fills.isBooked(accountId, asked),
    },
    orders: {
      ...orders,
      byKey: (asked) => (named && asked === clientKey ? named : orders.byKey(asked)),
      byBrokerOrderId: (accountId, asked) =>
        numbered && isOurs(accountId) && asked === brokerOrderId
          ? numbered
          : orders.byBrokerOrderId(accountId, asked),
    },
    positions: {
      ...positions,
      of: (accountId) => (isOurs(accountId) ? held : positions.of(accountId)),
    },
    settings: {
      ...settings,
      of: (accountId) => (isOurs(accountId) ? limits : settings.of(accountId)),
    },
    trails: {
      ...trails,
      of: (accountId) => (isOurs(accountId) ? anchored : trails.of(accountId)),
    },
  };
}
