import { money, NO_MONEY } from "@sevenfold/domain/money";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { SimulatedAccount } from "../world/world.ts";

interface Scene {
  readonly account: Pick<SimulatedAccount, "venue">;
  readonly chance: SeededChance;
}

/** The venue lets no more than some of the cash be spent: what sales brought is not settled yet. */
export function holdCash({ account: { venue }, chance }: Scene): void {
  venue.withheld = money(Math.floor((venue.cash * chance.between(10, 100)) / 100));
}

export function freeCash({ account: { venue } }: Scene): void {
  venue.withheld = NO_MONEY;
}
