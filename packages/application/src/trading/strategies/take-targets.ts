import type { WantedTarget } from "../../ports/strategies.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { OwnTrading } from "../account/own-trading.ts";

/**
 * Each takes the place of what was wanted of its symbol before. While automation is off nothing is
 * kept: what was wanted then is no reason to trade once it is on.
 */
export function takeTargets(
  { book, settings }: FollowedAccount,
  { wishes }: OwnTrading,
  targets: readonly WantedTarget[],
): void {
  if (!settings.automationEnabled) {
    wishes.clear();
    return;
  }
  for (const target of targets) {
    const slot = book.slots.get(target.ticker);
    if (slot !== undefined) wishes.set(slot, { target });
  }
}
