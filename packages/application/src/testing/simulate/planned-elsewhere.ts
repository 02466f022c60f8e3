import type { Ticker } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import type { SimulatedVenue } from "../../broker-kit/simulated/simulated-venue.ts";
import { payableAt, sellableAt } from "../../broker-kit/simulated/venue-room.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { OrderReport } from "../../ports/broker.ts";
import type { SimulatedAccount, World } from "../world/world.ts";
import { priceBeside } from "./price-beside.ts";

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly world: Pick<World, "clock" | "market">;
}

const SHARES_MAX = 12;

/**
 * The owner is at the venue's own site: sells what is held, also what a stop of ours keeps, which they
 * cancel first; lets a sell or a buy rest there at a price of their own; or cancels what is at work,
 * whoever ordered it.
 */
export function tradeElsewhere(scene: Scene, ticker: Ticker): void {
  const { account, chance } = scene;
  const { venue } = account;
  if (venue.unlisted.has(ticker)) return;
  const drawn = chance.unit();
  if (drawn < 0.2) cancelAny(venue, chance);
  else if (drawn < 0.35) replaceAny(scene);
  else if (drawn < 0.75) sellThere(scene, ticker);
  else buyThere(scene, ticker);
}

/** A broker ends an order that it had taken, as it may: its day is over early, it is refused after all, or canceled. */
export function endOne({ account: { venue }, chance }: Scene): void {
  const order = oneOf(atWork(venue), chance);
  if (order === undefined) return;
  const states = ["canceled", "expired", "rejected"] as const;
  venue.end(order.brokerOrderId, states[chance.between(0, states.length - 1)]!);
}

const atWork = (venue: SimulatedVenue): readonly OrderReport[] =>
  venue.orders.filter(({ state }) => state === "working");

const oneOf = (orders: readonly OrderReport[], chance: SeededChance): OrderReport | undefined =>
  orders[chance.between(0, Math.max(0, orders.length - 1))];

function cancelAny(venue: SimulatedVenue, chance: SeededChance): void {
  const order = oneOf(atWork(venue), chance);
  if (order) venue.cancel(order.brokerOrderId);
}

/** Makes it another order, under a number of its own and no key of ours, as brokers do. */
function replaceAny({ account: { venue }, chance, world }: Scene): void {
  const order = oneOf(
    atWork(venue).filter(({ side }) => side === "sell"),
    chance,
  );
  if (order === undefined || !venue.cancel(order.brokerOrderId)) return;
  const { filled, side, ticker, timeInForce } = order;
  const quantity = Math.min(order.quantity - filled, sellableAt(venue, ticker));
  if (quantity < 1) return;
  const at = priceBeside(world, ticker, chance.between(-40, 40));
  const isStop = order.stop !== undefined && chance.happens(0.5);
  venue.tradeElsewhere({
    ...{ ticker, side, quantity: shares(quantity), ...(timeInForce && { timeInForce }) },
    ...(isStop ? { stop: at } : { limit: at }),
  });
  venue.surprises.note(ticker);
}

function sellThere({ account: { venue }, chance, world }: Scene, ticker: Ticker): void {
  if (sellableAt(venue, ticker) < 1)
    for (const { brokerOrderId, side, ticker: of } of atWork(venue))
      if (of === ticker && side === "sell") venue.cancel(brokerOrderId);
  const most = Math.min(SHARES_MAX, sellableAt(venue, ticker));
  if (most < 1) return;
  const limit = chance.happens(0.4) ? priceBeside(world, ticker, chance.between(1, 40)) : undefined;
  venue.tradeElsewhere({
    ...{ ticker, side: "sell", quantity: shares(chance.between(1, most)) },
    ...(limit && { limit }),
  });
  // Whoever has not heard of it may offer what is gone.
  venue.surprises.note(ticker);
}

function buyThere({ account: { venue }, chance, world }: Scene, ticker: Ticker): void {
  const { clock, market } = world;
  const limit = priceBeside(world, ticker, -chance.between(1, 40));
  const payable = payableAt(venue, (of) => market.priceAt(of, clock.now()));
  const most = Math.min(SHARES_MAX, Math.floor(payable / 2 / limit));
  if (1 <= most)
    venue.tradeElsewhere({ ticker, side: "buy", quantity: shares(chance.between(1, most)), limit });
}
