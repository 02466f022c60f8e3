import { pauseBroker, resumeBroker } from "../../brokers/pause-broker.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { SessionUser } from "../world/session-user.ts";
import type { SimulatedAccount, SimulatedProcess } from "../world/world.ts";

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly through: SimulatedProcess;
  readonly user: SessionUser;
}

/** A user lets go of the account, whatever is held, at work or being sold by then. */
export const pause = ({ account, through }: Scene) => pauseBroker(through.needs)(account);

/** Takes a paused account up again; mostly with automation, which a pause has switched off. */
export async function resume({ account, chance, through, user }: Scene): Promise<void> {
  await resumeBroker(through.needs)(account);
  if (chance.happens(0.8)) await user.toggle(through, true);
}
