import type { Order } from "@sevenfold/domain/order";

import type { Sale } from "../../ports/stores/sale-store.ts";
import { brokenClaims } from "../world/session-claims.ts";
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
      coolDownSec: await leastCoolDownOf(world, account),
      wasOff: user.wasOff,
      sales: sales.filter((sale) => sale.accountId === accountId),
    };
    const claims = await brokenClaims({ ...world, accountId, userId, venue }, rules);
    const { cash, executions, positions } = venue;
    account.invariants.happened({
      kind: "at-rest",
      at: world.clock.now(),
      ...(!isAmbiguous(account) && { book: { cash, executions, positions } }),
    });
    broken.push(
      ...account.invariants.broken,
      ...oracle.broken,
      ...takenForAnother(account),
      ...claims.filter(
        (claim) => isClaimedOf(account, claim) && !booked.has(claim) && !isOfWrongTime(claim),
      ),
    );
    if (account.isKeyless && !isAmbiguous(account))
      broken.push(...(await centsApart(world, account)));
    if (!isAmbiguous(account)) broken.push(...(await otherwiseFree(world, account)));
  }
  return broken;
}

/** Of all that its user has wanted: how far entries are apart at the least. */
async function leastCoolDownOf(
  { storage }: PlayedWorld["world"],
  { accountId }: PlayedAccount,
): Promise<number> {
  const changes = await storage.read.settings.history(accountId, 500);
  return Math.min(COOL_DOWN_SEC, ...changes.map(({ after }) => after.limits.coolDownSec));
}

/**
 * What is reckoned from the times on record, each by the clock of whoever wrote it: that an order was
 * written down before it was sent, that nothing leaves who is off, that entries are a cool-down apart,
 * that no minute has too many orders, and that who is held back enters nothing, the invariants I1, I9,
 * I11 and I22 hold of what happened, in the order it did.
 */
const isOfTimesOnRecord = (claim: string): boolean =>
  claim.endsWith("was there before it was on record") ||
  claim.endsWith("was sent while off") ||
  claim.includes(" entered again after ") ||
  claim.endsWith("is one too many within a minute") ||
  claim.endsWith("bought for an account that is held back");

/** Two orders that look alike are told apart by a person, who never comes in these days. */
const isAmbiguous = ({ said }: PlayedAccount): boolean => said.has("order-ambiguous");

/** No venue of these days begins an account anew. */
const takenForAnother = ({ said }: PlayedAccount): readonly string[] =>
  said.has("venue-reset") ? ["was stopped as an account that was begun anew"] : [];

/** A venue that tells fills in sums names none of them, and averages round ten-thousandths away. */
function isClaimedOf(account: PlayedAccount, claim: string): boolean {
  if (!account.isKeyless) return true;
  if (isAmbiguous(account)) return /arrived \d+ times|cash is -/.test(claim);
  return !/^not the venue's executions|^cash: /.test(claim);
}

/**
 * Where no keys return, an order that arrives after it was given up is taken for somebody else's, or
 * for the one of ours that asked for the same after it: it is booked whole, and what it was filled
 * with stands there. What somebody else asks for just like it may be taken for it then.
 */
async function bookedElsewhere(
  { storage }: PlayedWorld["world"],
  { accountId, venue }: PlayedAccount,
): Promise<ReadonlySet<string>> {
  const orders = await storage.read.orders.latest(accountId, 500);
  const isElsewhere = (order: Order): boolean => {
    const there = venue.orders.find((one) => one.clientKey === order.clientKey);
    const taken = venue.orders.find((one) => one.brokerOrderId === order.brokerOrderId);
    return (
      there !== undefined &&
      there !== taken &&
      order.filled === (taken?.filled ?? 0) &&
      orders.some(
        (one) =>
          one.brokerOrderId === there.brokerOrderId &&
          one.filled === there.filled &&
          asksForTheSame(one, order),
      )
    );
  };
  // Somebody else's that was there a moment before looks like it, by clocks that may be apart.
  const isAnothers = (order: Order): boolean => {
    const taken = venue.orders.find((one) => one.brokerOrderId === order.brokerOrderId);
    return (
      taken !== undefined &&
      taken.clientKey === undefined &&
      order.createdAt - taken.submittedAt <= CLOCKS_APART_MS
    );
  };
  return new Set([
    ...orders.filter(isElsewhere).map(({ clientKey }) => `${clientKey} is filled differently`),
    ...orders
      .filter(isAnothers)
      .map(({ clientKey }) => `${clientKey} was there before it was on record`),
  ]);
}

/** Said here once more, so that the product cannot move it. */
const CLOCKS_APART_MS = 5_000;

const asksForTheSame = (one: Order, other: Order): boolean =>
  one.ticker === other.ticker && one.side === other.side && one.quantity === other.quantity;

const NONE: ReadonlySet<string> = new Set();

/** What the venue lets nobody spend is kept aside, to the cent, and nothing where it lets all be spent. */
async function otherwiseFree(
  { storage }: PlayedWorld["world"],
  { accountId, venue }: PlayedAccount,
): Promise<readonly string[]> {
  const { unavailableCash = 0 } = (await storage.read.accounts.byId(accountId))!;
  const open = await storage.read.orders.open(accountId);
  const free = venue.cash - open.reduce((sum, { reservedCash }) => sum + reservedCash, 0);
  const cents = Math.round((unavailableCash - Math.max(0, free - venue.buyingPower)) / 100);
  return cents === 0 ? [] : [`what may not be spent is ${cents} cents from the venue's`];
}

/** Cash here and there, but for the ten-thousandths that averages round away. */
async function centsApart(
  { storage }: PlayedWorld["world"],
  { accountId, venue }: PlayedAccount,
): Promise<readonly string[]> {
  const { cash } = (await storage.read.accounts.byId(accountId))!;
  const cents = Math.round((cash - venue.cash) / 100);
  return cents === 0 ? [] : [`cash is ${cents} cents from the venue's`];
}
