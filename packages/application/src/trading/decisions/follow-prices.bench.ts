import { anchor } from "@sevenfold/domain/book";
import { orderEnded } from "@sevenfold/domain/book-orders";
import { ALWAYS_CALENDAR } from "@sevenfold/domain/calendar";
import { invariant } from "@sevenfold/domain/invariant";
import type { Print } from "@sevenfold/domain/market";
import { bps, price } from "@sevenfold/domain/money";
import { RISK_UNLIMITED } from "@sevenfold/domain/strategy";
import { simulatedBroker } from "../../broker-kit/simulated/simulated-broker.ts";
import { seededChance } from "../../chance/seeded-chance.ts";
import { SOME_VENUES } from "../../testing/some-venues.ts";
import { inMemoryAnnouncer } from "../../testing/world/in-memory-announcer.ts";
import { seededIdentifiers } from "../../testing/world/seeded-identifiers.ts";
import { openWorld } from "../../testing/world/world.ts";
import { openPriceBoard } from "../prices/price-board.ts";
import { openRecentMinutes } from "../prices/recent-minutes.ts";
import { attachAccount } from "../session/attach-account.ts";
import { followPrices } from "./follow-prices.ts";

const PRICES = 10_000;
const HIGH = price(1_000_000);
const QUIET = price(999_900);
const FALLEN = price(900_000);

// No time passes here, so there is nothing to wait for.
const world = await openWorld({
  seed: 7,
  drain: async () => undefined,
  limits: { entriesPerMinuteMax: RISK_UNLIMITED },
});
const { clock, log, market, storage, venue } = world;
const broker = simulatedBroker(venue, { clock, chance: seededChance(7, "way") });
const needs = {
  announcer: inMemoryAnnouncer(),
  brokers: {
    venues: SOME_VENUES,
    connect: async () => broker,
    release: () => undefined,
    tryKeys: async () => broker,
  },
  calendarOf: () => ALWAYS_CALENDAR,
  clock,
  identifiers: seededIdentifiers(7),
  log,
  marketData: market,
  prices: openPriceBoard({ calendar: ALWAYS_CALENDAR, clock, log, marketData: market }),
  storage,
};
const account = await storage.read.accounts.byId(world.accountId);
invariant(account !== undefined, "the world has its account");
const followed = await attachAccount(
  { ...needs, minutes: openRecentMinutes(needs) },
  { workerId: "bench", collarBps: bps(0) },
  account,
);
invariant(followed !== undefined, "nobody else holds the account");
followed.isStreamConnected = true;
followed.isReconciled = true;
await needs.prices.stop();

const { book } = followed;
const ticker = book.tickers[0]!;
const print = (at: number): readonly Print[] => [{ ticker, price: price(at), at: clock.now() }];
const quiet = [print(HIGH), print(QUIET)] as const;
const fallen = print(FALLEN);

/** Timed by `npm run bench`: from a trade on the tape to what the worker wants done about it. */
export const benchmark = {
  title: "A price on an account the worker follows, up to the intent",
  unit: "price",
  operations: PRICES,
  contenders: { "nothing to do": followQuiet, "becomes an intent": followFalls },
};

function followQuiet(): number {
  anchor(book, 0, HIGH, clock.now());
  let intents = 0;
  for (let index = 0; index < PRICES; index += 1)
    intents += followPrices(needs, followed!, quiet[index % 2]!).length;
  return intents;
}

/** Every fall becomes an intent; then the account is put back to before it. */
function followFalls(): number {
  let intents = 0;
  for (let index = 0; index < PRICES; index += 1) {
    anchor(book, 0, HIGH, clock.now());
    intents += followPrices(needs, followed!, fallen).length;
    orderEnded(book, 0, clock.now(), true);
    book.entryTimes.length = 0;
  }
  invariant(intents === PRICES, `${PRICES - intents} falls did not become intents`);
  return intents;
}
