import { inTime } from "./trading-world.ts";
import type { SimulatedWorker, World } from "./world/world.ts";

/** A second account of the same user, with the same settings, at the same venue. */
export async function anotherAccount({ accountId, storage }: World): Promise<string> {
  const id = "account-2";
  const account = (await storage.read.accounts.byId(accountId))!;
  const settings = (await storage.read.settings.of(accountId))!;
  await storage.transact(async (tables) => {
    await tables.accounts.add({ ...account, id, isSelected: false });
    await tables.settings.add({ ...settings, accountId: id });
  });
  return id;
}

/** Lets time pass until the worker has sent something. */
export async function firstOrder({ clock, venue }: World): Promise<void> {
  for (let beat = 0; beat < 360 && venue.orders.length === 0; beat += 1) await clock.pass(5_000);
}

export const off = ({ accountId, userId }: World) => ({ accountId, userId, enabled: false });

export const stopped = (world: World, process: SimulatedWorker) =>
  inTime(
    world,
    process.stop().then(() => undefined),
  );

export const viewOf = (world: World, { worker }: SimulatedWorker) =>
  worker.accountView(world.accountId)!;
export const symbolsOf = (world: World, process: SimulatedWorker) => viewOf(world, process).symbols;
