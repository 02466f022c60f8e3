import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import { money, notionalOf } from "@sevenfold/domain/money";
import type { Activity } from "../ports/activity.ts";
import type { Execution } from "../ports/broker.ts";
import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { filled } from "./fill.cases.ts";
import { holds, matches, same } from "./rule-broken.ts";
import { SHARE_EVENTS, type ShareEvent } from "./share-events.ts";
import type { BenchCashMove } from "./venue-bench.ts";

/** More than a page of any venue known. */
const MANY = 230;
const DAY_MS = 24 * 60 * MINUTE_MS;

const KINDS: readonly (readonly [BenchCashMove, kind: Activity["kind"], cents: number])[] = [
  ["deposit", "deposit", 123_45],
  ["withdrawal", "withdrawal", -67_89],
  ["fee", "fee", -3],
  ["interest", "interest", 1],
];

/** Money and shares that move without a trade. */
export const activityCases: readonly BrokerCase[] = [
  {
    rule: "activities/none",
    promise: "tells of no activity where nothing but trades moved money",
    async run(world) {
      await filled(world);
      const told = await world.broker.activitiesSince(world.start);
      same(told.filter(notOfTrades), [], "activities");
      settles(told, await world.broker.executionsSince(world.start));
    },
  },
  {
    rule: "activities/cash-moved",
    promise: "tells each kind of cash by its name and to the cent, less what left",
    needs: ["activities"],
    async run(world) {
      const { broker, start, venue } = world;
      const before = (await broker.account()).cash;
      for (const [kind, , cents] of KINDS) await move(world, kind, cents);
      const told = await broker.activitiesSince(start);
      same(
        told.map((activity) => [activity.kind, "amount" in activity ? activity.amount : 0]),
        KINDS.map(([, kind, cents]) => [kind, cents * 100]),
        "kinds and amounts",
      );
      same((await broker.account()).cash - before, sumOf(told), "how the cash moved");
      holds(
        told.every(({ at }) => start - DAY_MS <= at && at <= venue.now()),
        "times of today",
      );
    },
  },
  {
    rule: "activities/with-trades",
    promise: "explains the cash together with the executions, and no trade twice",
    needs: ["activities"],
    async run(world) {
      const { broker, start } = world;
      const before = (await broker.account()).cash;
      const { each } = await filled(world);
      await move(world, "deposit", 5_000);
      const told = await broker.activitiesSince(start);
      const [execution] = await broker.executionsSince(start);
      const paid = notionalOf(each, execution!.quantity) + execution!.fee;
      same((await broker.account()).cash - before, sumOf(told) - paid, "how the cash moved");
    },
  },
  {
    rule: "activities/every-page",
    promise: "reads the activities to the last page, oldest first, each once",
    needs: ["activities"],
    async run(world) {
      const { broker, start } = world;
      for (let count = 1; count <= MANY; count += 1) await move(world, "deposit", count);
      const told = await broker.activitiesSince(start);
      same(new Set(told.map(({ id }) => id)).size, told.length, "different ids");
      same(
        told.map((activity) => ("amount" in activity ? activity.amount : 0)),
        Array.from({ length: MANY }, (_, index) => (index + 1) * 100),
        "amounts in order",
      );
    },
  },
  {
    rule: "activities/same-id-again",
    promise: "names an activity alike at every read and after a restart",
    needs: ["activities"],
    async run(world) {
      const { broker, start, venue } = world;
      await move(world, "interest", 7);
      await move(world, "fee", -7);
      const ids = idsOf(await broker.activitiesSince(start));
      same(ids.length, 2, "activities");
      same(idsOf(await broker.activitiesSince(start)), ids, "ids read again");
      same(idsOf(await venue.connect().activitiesSince(start)), ids, "ids after a restart");
    },
  },
  {
    rule: "activities/since-day",
    promise: "tells of the whole day of the instant, and of none before it",
    needs: ["activities"],
    async run(world) {
      const { broker, start, venue } = world;
      await move(world, "deposit", 1);
      await venue.pass(MINUTE_MS);
      same((await broker.activitiesSince(venue.now())).length, 1, "of this day");
      same(await broker.activitiesSince(instant(start + DAY_MS)), [], "of the day after");
    },
  },
  {
    rule: "activities/unknown-kind",
    promise: "takes a kind that nobody has heard of for cash of its amount, with the venue's words",
    needs: ["activities"],
    async run(world) {
      await move(world, "other", -4_21);
      const [told] = await world.broker.activitiesSince(world.start);
      matches(told, { kind: "other-cash", amount: money(-421_00) }, "the activity");
      holds((told?.words ?? "") !== "", "the venue's words are missing");
    },
  },
  {
    rule: "activities/shares-moved",
    promise: "tells what became of shares: splits, other names, mergers, and what came alone",
    needs: ["share-events"],
    async run({ broker, start, venue }) {
      venue.showShareEvents?.();
      const told = await broker.activitiesSince(start);
      same(
        told.map(eventOf).toSorted(byText),
        SHARE_EVENTS.map(eventOf).toSorted(byText),
        "what is told",
      );
      for (const one of told)
        if (one.kind === "split" && one.ratio !== undefined)
          same(one.ratio, { from: 1, to: 4 }, "the ratio");
      same(idsOf(await venue.connect().activitiesSince(start)), idsOf(told), "ids after a restart");
    },
  },
  {
    rule: "activities/bust",
    promise: "names the execution that was taken back as the list of executions does",
    needs: ["activities", "busts"],
    async run(world) {
      const { broker, start, venue } = world;
      const { wanted } = await filled(world);
      const [execution] = await broker.executionsSince(start);
      await venue.pass(1_000);
      await venue.bust?.(wanted.clientKey);
      const told = (await broker.activitiesSince(start)).filter(notOfTrades);
      matches(told[0], { kind: "bust", executionId: execution?.executionId }, "the activity");
      same(told.length, 1, "activities");
    },
  },
  {
    rule: "activities/bust-unnamed",
    promise:
      "undoes no trade by a guess: what came back is cash with the venue's words, and the shares are gone",
    needs: ["activities", "unnamed-busts"],
    async run(world) {
      const { broker, start, venue } = world;
      const { wanted } = await filled(world);
      const before = await broker.account();
      const executions = await broker.executionsSince(start);
      await venue.pass(1_000);
      await venue.bustUnnamed?.(wanted.clientKey);
      const told = (await broker.activitiesSince(start)).filter(notOfTrades);
      const amount = money((await broker.account()).cash - before.cash);
      holds(amount !== 0, "the cash of the trade did not come back");
      matches(told[0], { kind: "other-cash", amount }, "the activity");
      holds((told[0]?.words ?? "") !== "", "the venue's words are missing");
      same(told.length, 1, "activities");
      same(await broker.executionsSince(start), executions, "executions");
      same(await broker.positions(), [], "shares");
    },
  },
];

const move = async ({ venue }: CaseWorld, kind: BenchCashMove, cents: number): Promise<void> => {
  await venue.moveCash?.(kind, money(cents * 100));
  await venue.pass(10);
};

/** In words that compare; a ratio is told by some venues only. */
const eventOf = (event: ShareEvent): string => {
  const {
    at: _,
    id: __,
    ratio: ___,
    words: ____,
    ...facts
  } = event as Partial<Extract<Activity, { kind: "split" }>>;
  return JSON.stringify(Object.entries(facts).toSorted(([one], [other]) => byText(one, other)));
};

const byText = (one: string, other: string): number => (one < other ? -1 : one === other ? 0 : 1);

const idsOf = (told: readonly Activity[]): readonly string[] => told.map(({ id }) => id);

const sumOf = (told: readonly Activity[]): number =>
  told.reduce((sum, activity) => sum + ("amount" in activity ? activity.amount : 0), 0);

/** Where executions tell no fees, activities do; and where they tell an average, what it was rounded by. */
const notOfTrades = (activity: Activity): boolean =>
  activity.kind !== "fee" && !("settles" in activity && activity.settles);

/** What trades are said to have come to is what was executed, to the rounding of a price. */
function settles(told: readonly Activity[], executions: readonly Execution[]): void {
  for (const activity of told) {
    if (!("settles" in activity) || !activity.settles) continue;
    const { cash, quantity, side, ticker } = activity.settles;
    const of = executions.filter((one) => one.ticker === ticker && one.side === side);
    const worth = of.reduce((sum, { price, quantity }) => sum + notionalOf(price, quantity), 0);
    same(activity.amount, 0, "what settles trades moved by itself");
    same(
      of.reduce((sum, one) => sum + one.quantity, 0),
      quantity,
      "shares that were settled",
    );
    holds(Math.abs(Math.abs(cash) - worth) <= 100 * quantity, "trades are settled by other cash");
  }
}
