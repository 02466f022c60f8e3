import { alpacaBroker } from "@sevenfold/adapters-broker/alpaca/alpaca-broker";
import type { AlpacaConnection } from "@sevenfold/adapters-broker/alpaca/alpaca-http";
import { alpacaReference } from "@sevenfold/adapters-broker/alpaca/alpaca-reference";
import type { Clock } from "@sevenfold/application/ports/clock";
import { NYSE_CALENDAR, sessionsBetween } from "@sevenfold/domain/calendar";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { instant } from "@sevenfold/domain/market";
import { dollarsText } from "@sevenfold/domain/money";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { STOCKS } from "@sevenfold/domain/stocks";

const DAY_MS = 86_400_000;
const SESSIONS_DAYS = 30;
const ACTIVITY_DAYS = 30;
/** From here on a clock is told apart from the delay of the line. */
const CLOCK_OFF_MS = 2_000;

/**
 * What an Alpaca account says when it is only asked: whom the keys let in, whether its clock, its
 * sessions and its stocks are as Sevenfold takes them to be. Sends no order. Rejects with
 * BrokerUnavailable, whose message is the broker's own where it gave one.
 */
export async function checkAlpaca(
  connection: AlpacaConnection,
  clock: Pick<Clock, "now">,
): Promise<readonly string[]> {
  const broker = alpacaBroker(connection);
  const reference = alpacaReference(connection);
  const { accountNumber, canTrade, cash, equity } = await broker.account();
  const asked = clock.now();
  const venueClock = await reference.clock();
  const offMs = venueClock.at - (asked + clock.now()) / 2;
  const executions = await broker.executionsSince(instant(clock.now() - ACTIVITY_DAYS * DAY_MS));
  const since = tradingDayOf(instant(clock.now() - ACTIVITY_DAYS * DAY_MS));
  const activities = await reference.activitiesSince(since);
  const tradable = await reference.tradable();
  const missing = STOCKS.filter(({ ticker }) => !tradable.has(ticker));
  return [
    `account ${accountNumber}: it ${canTrade ? "may trade" : "may not trade: suspended, blocked or not yet active"}`,
    `cash ${dollarsText(cash)}, equity ${dollarsText(equity)}`,
    `clock: ${clockText(offMs)}; the market is ${venueClock.isOpen ? "open" : "closed"}`,
    ...(await sessionLines(reference, clock)),
    missing.length === 0
      ? `all ${STOCKS.length} stocks of the default watchlist can be traded`
      : `not to be traded: ${missing.map(({ ticker }) => ticker).join(", ")}`,
    `last ${ACTIVITY_DAYS} days: ${executions.length} executions, ${activities.length} other activities`,
  ];
}

const clockText = (offMs: number): string =>
  Math.abs(offMs) < CLOCK_OFF_MS
    ? "as this machine's"
    : `${Math.abs(offMs / 1_000).toFixed(1)} s ${0 < offMs ? "ahead of" : "behind"} this machine's`;

/** Where the venue's sessions differ from the calendar that is built in. */
async function sessionLines(
  reference: Pick<ReturnType<typeof alpacaReference>, "sessions">,
  clock: Pick<Clock, "now">,
): Promise<readonly string[]> {
  const from = tradingDayOf(clock.now());
  const to = tradingDayFrom(dayNumberFrom(from) + SESSIONS_DAYS);
  const theirs = new Map((await reference.sessions(from, to)).map((each) => [each.day, each]));
  const differing: string[] = [];
  for (let day = dayNumberFrom(from); day <= dayNumberFrom(to); day += 1) {
    const name = tradingDayFrom(day);
    const [ours] = sessionsBetween(name, name, NYSE_CALENDAR);
    const told = theirs.get(name);
    if (ours?.opens !== told?.opens || ours?.closes !== told?.closes) differing.push(name);
  }
  return [
    differing.length === 0
      ? `sessions of the next ${SESSIONS_DAYS} days: as built in`
      : `sessions differ from those built in on ${differing.join(", ")}`,
  ];
}
