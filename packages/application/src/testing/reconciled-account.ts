import type { Price } from "@sevenfold/domain/money";
import { placeOrder } from "../trading/placing/place-order.ts";
import { dollars, inTime, manualDraft, openTestWorld, withBroker } from "./trading-world.ts";

/** A buy that rests at the venue, and a broker that has forgotten it. */
export async function resting() {
  const world = await openTestWorld();
  const { needs } = world.open();
  const limit = dollars(5) as number as Price;
  await inTime(world, placeOrder(needs)(manualDraft(world, { limit })));
  const broker = await needs.brokers.connect(world.accountId);
  const forgetful = withBroker(needs, {
    ...broker,
    find: async () => undefined,
    ordersSince: async () => [],
  });
  return { world, needs, forgetful };
}
