import { setTimeout as pause } from "node:timers/promises";
import { connectBroker } from "@sevenfold/application/brokers/connect-broker";
import { validateDueAccounts } from "@sevenfold/application/brokers/validate-account";
import type { Account } from "@sevenfold/application/ports/stores/account";
import { type BrokerWorld, openBrokerWorld } from "@sevenfold/application/testing/broker-world";
import { KEYS } from "@sevenfold/application/testing/connected-broker";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { seed } from "@sevenfold/application/testing/storage-rows";
import { MINUTE_MS } from "@sevenfold/domain/market";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryDatabase } from "./embedded-database.ts";
import { type OpenStorage, openedOn, openStorage } from "./open-storage.ts";
import {
  canTestOnPostgres,
  PATIENT,
  startTestPostgres,
  type TestPostgres,
} from "./testing/temporary-postgres.ts";

describe("one account at a broker, on the embedded database", () => {
  describeConnecting(async () => openedOn(await openMemoryDatabase()));
});

describe.skipIf(!canTestOnPostgres())("one account at a broker, on a PostgreSQL server", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres?.stop());

  describeConnecting(async () =>
    openStorage({ databaseUrl: await postgres.newDatabase(), ...PATIENT }),
  );
});

const WAITING_MS = 1_000;
/** Enough for both to look before either has written, some time. */
const ROUNDS = 5;

/** Two writers at one account would sell each other's shares. */
function describeConnecting(open: () => Promise<OpenStorage>): void {
  let opened: OpenStorage;
  let world: BrokerWorld;
  beforeAll(async () => {
    opened = await open();
    world = await openBrokerWorld(opened.storage);
  });
  afterAll(() => opened?.close());

  it("is told of to one transaction after the other", async () => {
    const { account } = await seed(opened.storage);
    const number = { provider: "alpaca", venue: "built-in", accountNumber: "PA8" } as const;
    let second: Promise<readonly Account[]> | undefined;
    await opened.storage.transact(async ({ accounts }) => {
      expect(await accounts.lockAtVenue(number)).toEqual([]);
      second ??= oneByOne(opened.storage).accounts.lockAtVenue(number);
      // Whoever does not wait has its answer long before.
      await Promise.race([second, pause(WAITING_MS)]);
      await accounts.change(account.id, (row) => ({ ...row, venueAccountNumber: "PA8" }));
    });

    expect(await second).toMatchObject([{ id: account.id }]);
  });

  it("is connected once, though two users come with its keys at once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const keys = { ...KEYS, apiKey: `AK-AT-ONCE-${round}` };
      const asked = [world.user, world.stranger].map(({ id }) =>
        connectBroker(world.needs)(id, keys),
      );

      const kinds = (await Promise.all(asked)).map((answer) =>
        answer.ok ? "ok" : answer.refusal.kind,
      );

      expect(kinds.sort()).toEqual(["broker-already-connected", "ok"]);
    }
  });

  it("is let in once, though it was connected several times while its broker was away", async () => {
    const keys = { ...KEYS, apiKey: "AK-AWAY" };
    const shown = world.shown(keys.apiKey);
    shown.failure = "network";
    const ids: string[] = [];
    for (const { id } of [world.user, world.user, world.stranger]) {
      const answer = await connectBroker(world.needs)(id, keys);
      if (answer.ok) ids.push(answer.value.id);
    }
    shown.failure = undefined;

    world.clock.stall(MINUTE_MS);
    await validateDueAccounts(world.needs)();

    const states = await Promise.all(ids.map(async (id) => (await world.account(id)).status));
    expect(states.sort()).toEqual(["active", "error", "error"]);
  });
}
