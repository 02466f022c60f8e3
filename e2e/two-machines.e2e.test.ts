import { canTestOnNats } from "@sevenfold/adapters-nats/testing/temporary-nats";
import { canTestOnPostgres } from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ChaosWorld, openChaosWorld, PATIENCE } from "./chaos/chaos-world.ts";
import { openSecondMachine, type SecondMachine } from "./chaos/two-machines.ts";
import type { RunningProduct } from "./running-product.ts";

const canRun = canTestOnPostgres() && canTestOnNats();

/** A worker here and one on another machine, with a cable between them that can be pulled. */
describe.skipIf(!canRun)("workers on two machines", () => {
  let machine: SecondMachine;
  let world: ChaosWorld;
  let far: RunningProduct;

  beforeAll(async () => {
    machine = openSecondMachine();
    world = await openChaosWorld(4);
    await world.worker();
    const at = {
      DATABASE_URL: await machine.reach(world.databaseUrl),
      EXCHANGE_URL: await machine.reach(world.exchange.process.url),
      NATS_URL: await machine.reach(world.nats.url),
    };
    far = await world.worker(at, { within: machine.within });
  });
  afterAll(async () => {
    await world?.end();
    await machine?.remove();
  });

  const shared = (wanted: readonly number[]) =>
    vi.waitFor(async () => expect(await world.shares()).toEqual(wanted), PATIENCE);

  const followed = () => far.printed().split("account-followed").length - 1;

  it("share accounts, and the one that is reached trades all of them while the cable is out", async () => {
    await shared([2, 2]);
    await world.trade();
    const before = followed();
    machine.pull();
    await world.trade();
    await shared([4]);
    await world.trade();

    machine.plug();
    await shared([2, 2]);
    await world.trade();
    // It gave none back: others took what it could not renew, and it has its share anew. A lease is
    // taken before the account is read from its broker, and only then is it followed.
    await vi.waitFor(() => expect(followed() - before).toBeGreaterThanOrEqual(2), PATIENCE);
    await vi.waitFor(() => expect(far.printed()).toContain("nats-is-back"), PATIENCE);
  });

  it("leave books that are the exchange's, with every order sent once", async () => {
    expect(await world.judged()).toEqual([]);
  });
});
