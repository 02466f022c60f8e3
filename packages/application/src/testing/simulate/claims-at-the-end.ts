import type { Order } from "@sevenfold/domain/order";

import type { Sale } from "../../ports/sale-store.ts";
import { brokenClaims } from "../../simulation/session-claims.ts";
import { WRONG_TIMES } from "./fault-catalogue.ts";
import { COOL_DOWN_SEC, type PlayedAccount, type PlayedWorld } from "./played-world.ts";

/** What does not hold of any account once all has come to rest, or did not hold on the way. */
export async function claimsOf(
  { accounts, faults, world }: PlayedWorld,
  sales: readonly Sale[],
): Promise<readonly string[]> {
  const broken: string[] = [];
  const isWrongTimed = WRONG_TIMES.some((kind) => faults.hasKind("clock", kind));
  const isOfWrongTime = (claim: string) => isWrongTimed && isOfTimesOnRecord(claim);
  for (const account of accounts) {
    const booked = account.isKeyless ? await bookedElsewhere(world, account) : NONE;
    const { accountId, oracle, user, userId, venue } = account;
    const rules = {
      coolDownSec: COOL_DOWN_SEC,
      wasOff: user.wasOff,
      sales: sales.filter((sale) => sale.accountId === accountId),
    };
    const claims = await brokenClaims({ ...world, accountId, userId, venue }, rules);
    const { cash, executions, positions } = venue;
    account.invariants.happened({
      kind: "at-rest",
      at: world.clock.now(),
      book: { cash, executions, positions },
    });
    broken.push(
      ...account.invariants.broken,
      ...oracle.broken,
      ...claims.filter(
        (claim) => isClaimedOf(account, claim) && !booked.has(claim) && !isOfWrongTime(claim),
      ),
    );
    if (account.isKeyless && !isAmbiguous(account))
      broken.push(...(await centsApart(world, account)));
  }
  return broken;
}

/**
 * What is reckoned from the times on record, each by the clock of whoever wrote it: that an order was
 * written down before it was sent, and that who is held back enters nothing, the invariants I1 and I22
 * hold of what happened, in the order it did.
 */
const isOfTimesOnRecord = (claim: string): boolean =>
  claim.endsWith("was there before it was on record") ||
  claim.endsWith("bought for an account that is held back");

/** Two orders that look alike are told apart by a person, who never comes in these days. */
const isAmbiguous = ({ said }: PlayedAccount): boolean => said.has("order-ambiguous");

/** A venue that tells fills in sums names none of them, and their fees are in no sum. */
function isClaimedOf(account: PlayedAccount, claim: string): boolean {
  if (!account.isKeyless) return true;
  if (isAmbiguous(account)) return /arrived \d+ times|cash is -/.test(claim);
  return !/^not the venue's executions|^cash: /.test(claim);
}

/**
 * Where no keys return, an order that arrives after it was given up is taken for somebody else's: it
 * is booked whole, and what it was filled with stands there.
 */
async function bookedElsewhere(
  { storage }: PlayedWorld["world"],
  { accountId, venue }: PlayedAccount,
): Promise<ReadonlySet<string>> {
  const orders = await storage.read.orders.latest(accountId, 500);
  const external = new Map(
    orders
      .filter(({ origin }) => origin === "external")
      .map(({ brokerOrderId, filled }) => [brokerOrderId, filled]),
  );
  const isElsewhere = ({ brokerOrderId, clientKey, filled, status }: Order): boolean => {
    const there = venue.orders.find((one) => one.clientKey === clientKey);
    return (
      status === "rejected" &&
      brokerOrderId === undefined &&
      filled === 0 &&
      there !== undefined &&
      external.get(there.brokerOrderId) === there.filled
    );
  };
  return new Set(
    orders.filter(isElsewhere).map(({ clientKey }) => `${clientKey} is filled differently`),
  );
}
const NONE: ReadonlySet<string> = new Set();

/** Cash here and there, but for fees and for the ten-thousandths that averages round away. */
async function centsApart(
  { storage }: PlayedWorld["world"],
  { accountId, venue }: PlayedAccount,
): Promise<readonly string[]> {
  const { cash } = (await storage.read.accounts.byId(accountId))!;
  const fees = venue.executions.reduce((sum, { fee }) => sum + fee, 0);
  const cents = Math.round((cash - venue.cash - fees) / 100);
  return cents === 0 ? [] : [`cash is ${cents} cents from the venue's`];
}
