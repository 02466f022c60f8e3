import { canTestOnNats } from "@sevenfold/adapters-nats/testing/temporary-nats";
import { gateTo } from "@sevenfold/adapters-persistence/testing/gate";
import {
  canTestOnPostgres,
  query,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ChaosWorld, openChaosWorld, PATIENCE, SHARES } from "./chaos/chaos-world.ts";
import { SERVING, signaled, standStill } from "./chaos/still-postgres.ts";
import type { RunningProduct } from "./running-product.ts";

const canRun = canTestOnPostgres() && canTestOnNats();

interface Status {
  readonly worker_health: { readonly market_data_active: boolean };
  readonly message: string | null;
}

/** Every part of a firm's Sevenfold is killed, frozen and cut off, and the books are judged at the end. */
describe.skipIf(!canRun)("workers, NATS and PostgreSQL that fail", () => {
  let world: ChaosWorld;
  let workers: RunningProduct[];
  let gate: Awaited<ReturnType<typeof gateTo>>;

  beforeAll(async () => {
    world = await openChaosWorld(5);
    gate = await gateTo(world.databaseUrl);
    workers = [
      await world.worker(),
      await world.worker(),
      // This one's way to the database can be cut.
      await world.worker({ DATABASE_URL: gate.url }),
    ];
  });
  afterAll(async () => {
    await world?.end();
    await gate?.shut();
  });

  const shared = (wanted: readonly number[]) =>
    vi.waitFor(async () => expect(await world.shares()).toEqual(wanted), PATIENCE);
  const status = () => world.traders[0]!.visitor.get<Status>("/api/worker/status");
  const seconds = async (work: Promise<unknown>) => {
    const begunMs = performance.now();
    await work;
    return Math.round((performance.now() - begunMs) / 1_000);
  };

  it("are shared out anew whenever a worker comes, dies, freezes or loses the database", async () => {
    await shared([2, 2, 1]);
    await world.trade();
    const [first, second, third] = workers as [RunningProduct, RunningProduct, RunningProduct];

    await first.kill();
    second.signal("SIGSTOP");
    await world.trade();
    process.stderr.write(`accounts of the dead are taken: ${await seconds(shared([5]))} s\n`);
    await world.trade();

    // Who stood still goes on as if nothing had been, and who has it all is cut off.
    second.signal("SIGCONT");
    first.begin();
    await vi.waitFor(() => expect(second.printed()).toContain("lease-lost"), PATIENCE);
    process.stderr.write(
      `two that join have their shares: ${await seconds(shared([2, 2, 1]))} s\n`,
    );
    await gate.shut();
    await world.trade();
    await shared([3, 2]);
    await gate.open();
    await shared([2, 2, 1]);
    expect(third.printed()).toContain("account-followed");
  });

  it("go on without NATS, say so on the page and in the log, and are as before once it is back", async () => {
    const told = async (isAway: boolean) =>
      vi.waitFor(async () => {
        const { message, worker_health } = await status();
        expect(message ?? "").toMatch(isAway ? /NATS is away/ : /^(?!.*NATS)/);
        expect(worker_health.market_data_active).toBe(true);
      }, PATIENCE);
    await told(false);
    await world.nats.kill();
    await told(true);
    await world.trade();
    await world.nats.restart();
    await told(false);

    process.kill(world.nats.pid, "SIGSTOP");
    await told(true);
    await world.trade();
    process.kill(world.nats.pid, "SIGCONT");
    await told(false);
    for (const worker of workers) {
      expect(worker.printed()).toContain("nats-is-away");
      expect(worker.printed()).toContain("nats-is-back");
    }
  });

  it("go on after PostgreSQL stood still, and after it crashed", async () => {
    const still = await standStill(world.databaseUrl);
    await vi.waitFor(async () => expect(await still.query(SHARES)).toEqual([]), PATIENCE);
    await still.goOn();
    await shared([2, 2, 1]);
    await world.trade();

    // One process of it that is killed takes all down with it, as a crash does.
    const serving = (await query(world.databaseUrl, SERVING)) as readonly { pid: number }[];
    const killed = serving.map(({ pid }) => pid).find((pid) => signaled(pid, "SIGKILL"));
    if (killed === undefined) throw new Error("No process of PostgreSQL was there to be killed.");
    // Until the server has noticed, it answers as if nothing had been.
    await vi.waitFor(() => expect(signaled(killed, 0)).toBe(false), PATIENCE);
    await vi.waitFor(() => query(world.databaseUrl, "SELECT 1"), PATIENCE);
    await shared([2, 2, 1]);
    await world.trade();
  });

  it("are not held up by connections on which nothing is answered any more", async () => {
    await shared([2, 2, 1]);
    gate.silence();
    await world.trade();
    await vi.waitFor(() => expect(workers[2]!.printed()).toContain("no answer for"), PATIENCE);
    await world.settled();
  });

  it("leave books that are the exchange's, with every order sent once", async () => {
    expect(await world.judged()).toEqual([]);
  });
});
