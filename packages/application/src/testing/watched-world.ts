import { type instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Notice, Notifier } from "../ports/notifier.ts";
import type { Sight } from "../ports/sight.ts";
import { databaseSight } from "../watch/database-sight.ts";
import { runWatch } from "../watch/run-watch.ts";
import { openTestWorld } from "./trading-world.ts";
import type { SimulatedWorker, World } from "./world/world.ts";

export const REMIND_MS = 30 * MINUTE_MS;

export const kindsOf = (told: readonly Notice[]) =>
  told.map(({ event, kind }) => `${event} ${kind}`);

/** As SIGKILL does: it does nothing more, and takes no leave. */
export const killed = ({ life }: SimulatedWorker) => life.end();

export async function over({ clock }: World, worker: SimulatedWorker) {
  const stopped = worker.stop();
  await clock.pass(15_000);
  await stopped;
}

interface Shape {
  readonly clockAheadMs?: number;
  readonly startsAt?: ReturnType<typeof instant>;
  readonly automationEnabled?: boolean;
}

/** A world with a worker, and a watch beside it that has looked at it for a minute. */
export async function watched({ clockAheadMs = 0, ...shape }: Shape = {}) {
  const world = await openTestWorld(shape);
  const worker = world.start({ clockAheadMs });
  await world.clock.pass(MINUTE_MS);
  return { ...watchOver(world), worker };
}

export function watchOver(world: World) {
  const told: Notice[] = [];
  let [isDeaf, tried, beaten] = [false, 0, 0];
  const notifier: Notifier = {
    name: "somebody",
    async tell(notice) {
      tried += 1;
      if (isDeaf) throw new Error("nobody there");
      told.push(notice);
    },
  };
  let unseen: string | undefined;
  const tables = databaseSight("the database", world.clock, async () => world.storage.read);
  const veiled = <Value>(look: () => Promise<Value>): Promise<Value> => {
    if (unseen === undefined) return look();
    return unseen === "never" ? new Promise(() => undefined) : Promise.reject(new Error(unseen));
  };
  const sight: Sight = {
    name: tables.name,
    look: () => veiled(tables.look),
    atStake: () => veiled(tables.atStake),
  };
  let ending = new AbortController();
  const start = () => {
    ending = new AbortController();
    const heartbeat = {
      async beat() {
        beaten += 1;
      },
    };
    const { clock, log } = world;
    const needs = { clock, log, sight, notifiers: [notifier], heartbeat };
    void runWatch(needs, { remindMs: REMIND_MS }, ending.signal);
  };
  start();
  return {
    ...{ world, told, start },
    stop: () => ending.abort(),
    blind: (because: string | undefined) => {
      unseen = because;
    },
    deafen: (deaf: boolean) => {
      isDeaf = deaf;
    },
    tries: () => tried,
    beats: () => beaten,
  };
}
