import { resumeBroker } from "../../brokers/pause-broker.ts";
import { seededChance } from "../../chance/seeded-chance.ts";
import type { Sale } from "../../ports/stores/sale-store.ts";
import { claimsOf } from "./claims-at-the-end.ts";
import { isStill } from "./drain-microtasks.ts";
import { VENUE_FAULTS } from "./fault-catalogue.ts";
import type { PlannedAct, SimulationPlan, SimulationReport } from "./plan.ts";
import { begin } from "./planned-acts.ts";
import { areBehind, typeNewest } from "./planned-keys.ts";
import { calmAfter, type Stretch, stretchesOf } from "./played-time.ts";
import { type Around, openPlayedWorld, type PlayedWorld } from "./played-world.ts";
import { type SeatedProcesses, seatProcesses } from "./seated-processes.ts";

export interface SimulateOptions {
  /** Keeps every event in words, not just the last of them. */
  readonly trace?: boolean;
  /** Stands around the ports of each process: where a test plants a fault of the product. */
  readonly around?: Around;
}

const STEP_MS = 1_000;
const STEPS_PER_LOOK = 60;
const SETTLE_MS = 150_000;
/** From then on nothing trades. */
const LAST_TRADE_MS = 90_000;
const SUSPENDED_MS_MAX = 25_000;
const BROKEN_MAX = 40;

/** Runs a plan: its days with their faults and acts, then a while without any, in which all has to come to rest. */
export async function simulate(
  plan: SimulationPlan,
  { around, trace = false }: SimulateOptions = {},
): Promise<SimulationReport> {
  const played = await openPlayedWorld(plan, { trace, ...(around && { around }) });
  const { events, faults, reached, world } = played;
  const seats = seatProcesses(world, faults, {
    workers: plan.workers,
    isAlone: plan.workers === 1 && plan.seed % 3 === 0 && !hasSecondWorker(plan),
  });
  const sales = collectSales(played);
  const acts = actsOf(plan, played, seats);
  const strays: string[] = [];
  let steps = 0;
  let isOver = false;
  const step = async () => {
    steps += 1;
    if (steps % STEPS_PER_LOOK === 0 && !(await isStill(events)))
      strays.push(`${played.playedMs()} something waited for real time`);
    seats.look();
    acts.begin();
    lookAtVenues(played);
    if (isOver) for (const { venue } of played.accounts) venue.isHalted = true;
    if (faults.meets("clock", "suspended", 0))
      world.clock.stall(faults.chance.between(1_000, SUSPENDED_MS_MAX));
    await world.clock.pass(STEP_MS);
    await sales.look();
  };

  for (const stretch of stretchesOf(plan)) await playStretch(played, seats, stretch, step);
  faults.end();
  const calm = calmAfter(plan);
  passNight(played, calm);
  seats.begin();
  await Promise.all([resumeAll(played, seats), step()]);
  while (world.clock.now() < calm.to) await step();
  const unready = await unfollowed(played, seats);
  await switchAllOff(played, seats);
  for (let settledMs = 0; settledMs < SETTLE_MS; settledMs += STEP_MS) {
    // What trades as everybody leaves is heard of by nobody.
    isOver = LAST_TRADE_MS <= settledMs;
    await step();
  }
  await seats.stop();

  const all = await sales.all();
  reached.sold(all);
  for (const { met } of played.accounts.map(({ venue }) => venue))
    for (const [kind, fault] of Object.entries(VENUE_FAULTS))
      if (met.has(fault)) faults.note(kind, met.get(fault));
  events.add(world.clock.woken);
  const broken = [...strays, ...unready, ...(await claimsOf(played, all))];
  return {
    events: events.count,
    hash: events.hash(),
    broken: broken.slice(0, BROKEN_MAX),
    reached: reached.counts,
    met: faults.met,
    trace: events.latest,
  };
}

const hasSecondWorker = ({ faults }: SimulationPlan): boolean =>
  faults.some(({ kind }) => kind === "second-worker");

async function playStretch(
  played: PlayedWorld,
  seats: SeatedProcesses,
  { closes, from, to }: Stretch,
  step: () => Promise<void>,
): Promise<void> {
  const { clock } = played.world;
  if (closes === undefined) passNight(played, { from });
  else played.skipTo(from);
  seats.begin();
  while (clock.now() < to) {
    const before = clock.now();
    await step();
    if (closes !== undefined && before < closes && closes <= clock.now()) expireOrders(played);
  }
  await seats.stop();
}

/** Companies split their shares, or end, over night; what was planned on the day before. */
function passNight(
  { accounts, dividends, reorganizations, skipTo, splits }: PlayedWorld,
  { from }: Pick<Stretch, "from">,
): void {
  skipTo(from);
  expireOrders({ accounts }, { areExtended: true });
  dividends.comeIntoForce();
  reorganizations.comeIntoForce(splits.comeIntoForce());
}

/** Orders are for the day, but for stops until canceled; those for after hours end with its evening. */
function expireOrders(
  { accounts }: Pick<PlayedWorld, "accounts">,
  { areExtended = false }: { readonly areExtended?: boolean } = {},
): void {
  for (const { venue } of accounts)
    for (const { brokerOrderId, extendedHours, state, timeInForce } of [...venue.orders])
      if (state === "working" && timeInForce === undefined && extendedHours === areExtended)
        venue.end(brokerOrderId, "expired");
}

/** Of the workers, and of the process that only serves. */
const SEATS = [0, 1, 2, 3] as const;

function lookAtVenues({ accounts, faults, market, world }: PlayedWorld): void {
  const isPaused =
    faults.hasKind("process", "paused") &&
    SEATS.some((seat) => 0 < faults.rateOf("process", "paused", seat));
  accounts.forEach(({ oracle, venue }, index) => {
    // Whoever could not read that a trade was taken back orders what the books have.
    const busted = oracle.busted();
    for (const { executionId, ticker } of 0 < busted.size ? venue.executions : [])
      if (busted.has(executionId)) venue.surprises.note(ticker, world.clock.now());
    // Nor does who stands still hear of anything.
    if (isPaused) venue.surprises.leaveUnread();
    venue.refusesKeys = faults.isOn("broker", "refused-keys", index);
    venue.isHalted = market.isHaltedAt(world.clock.now()) || faults.isOn("broker", "halted", index);
  });
}

/** Begins what is planned as its moment comes. */
function actsOf(plan: SimulationPlan, played: PlayedWorld, seats: SeatedProcesses) {
  const left: PlannedAct[] = plan.acts.toSorted((one, other) => one.at - other.at);
  const { accounts, dividends, events, market, playedMs, reorganizations, splits, world } = played;
  return {
    begin(): void {
      for (let act = left[0]; act && act.at <= playedMs(); act = left[0]) {
        left.shift();
        const account = accounts[act.account]!;
        const chance = account.drawFrom(seededChance(act.seed, act.kind));
        const through = seats.anyOf(chance);
        const nights = { dividends, halts: market.halts, reorganizations, splits };
        const scene = { world, account, user: account.user, chance, through, ...nights };
        events.note(`account-${act.account} ${act.kind}`);
        // Whoever is told that it failed looks at what came of it.
        begin(act.kind, scene).catch((error: unknown) =>
          events.note(`${act.kind} failed: ${String(error)}`),
        );
      }
    },
  };
}

/** Sales are listed only while they are open: remembers those it has seen, and those a user was told of. */
function collectSales({ accounts, world }: PlayedWorld) {
  const ids = new Set<string>();
  const { read } = world.storage;
  return {
    async look(): Promise<void> {
      for (const { accountId } of accounts)
        for (const { id } of await read.sales.atWork(accountId)) ids.add(id);
    },
    async all(): Promise<readonly Sale[]> {
      for (const { user } of accounts) for (const id of user.begunSales) ids.add(id);
      const sales: Sale[] = [];
      for (const id of ids) sales.push((await read.sales.byId(id))!);
      return sales;
    },
  };
}

/** What its user has let go of comes to rest as well, and keys that were not taken yet are typed again. */
async function resumeAll({ accounts, world }: PlayedWorld, seats: SeatedProcesses) {
  const { needs } = seats.workers()[0]!;
  for (const account of accounts) {
    if (await areBehind(account, world))
      await typeNewest({ account, through: seats.workers()[0]! });
    const row = await world.storage.read.accounts.byId(account.accountId);
    if (row?.statusReason === "paused") await resumeBroker(needs)(account);
  }
}

/** Active accounts that no worker has in its hands, long after all faults have ended. */
async function unfollowed(
  { accounts, world }: PlayedWorld,
  seats: SeatedProcesses,
): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { accountId } of accounts) {
    const row = await world.storage.read.accounts.byId(accountId);
    const isReady = seats.workers().some(({ worker }) => worker.accountView(accountId)?.isReady);
    if (row?.status === "active" && !isReady) broken.push(`${accountId} is followed by nobody`);
  }
  return broken;
}

async function switchAllOff({ accounts, world }: PlayedWorld, seats: SeatedProcesses) {
  const off = accounts.map(({ user }) => user.toggle(seats.workers()[0]!, false));
  await Promise.all([...off, world.clock.pass(STEP_MS)]);
}
