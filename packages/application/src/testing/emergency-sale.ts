import type { Broker } from "../ports/broker.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { runSale } from "../trading/sales/run-sale.ts";
import { sellAll } from "../trading/sales/sell-all.ts";
import { AAPL, holdShares, inTime, openTestWorld } from "./trading-world.ts";
import type { SimulatedProcess, World } from "./world/world.ts";

export const sale = (
  { needs }: SimulatedProcess,
  around: (run: Promise<unknown>) => Promise<unknown> = (run) => run,
) => sellAll(needs, (id) => around(runSale(needs)(id)));

export async function begun(
  world: World,
  process: SimulatedProcess,
  requestKey = "k",
  around?: (run: Promise<unknown>) => Promise<unknown>,
) {
  const begin = sale(process, around)({ userId: world.userId, requestKey });
  const answer = await inTime(world, begin);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

/** Twelve shares of AAPL, and a process that only serves: no worker. */
export async function holdingAapl() {
  const world = await openTestWorld({ automationEnabled: false });
  await holdShares(world, AAPL, 12, true);
  return { world, process: world.open() };
}

export const saleOf = ({ storage }: World, id: string) => storage.read.sales.byId(id);

/** Its broker hears no cancel, and answers as if it had. */
export function ignoringCancels(needs: TradingNeeds): TradingNeeds {
  const connect = async (accountId: string): Promise<Broker> => ({
    ...(await needs.brokers.connect(accountId)),
    cancel: async () => "requested",
  });
  return { ...needs, brokers: { ...needs.brokers, connect } };
}
