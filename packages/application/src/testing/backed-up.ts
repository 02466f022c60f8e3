import { holdRestored } from "../brokers/hold-restored.ts";
import type { SimulatedWorker, World } from "./world/world.ts";

/** A backup of a world's storage as it is now. It is brought back while no process runs. */
export function backedUp(world: World) {
  const madeAt = world.clock.now();
  const bringBack = world.backUp();
  return {
    /** As by other means than the command. */
    bringBack,
    async restore(): Promise<SimulatedWorker> {
      bringBack();
      const at = world.clock.now();
      await world.storage.transact((tables) => holdRestored(tables, { at, madeAt }));
      return world.start();
    },
  };
}
