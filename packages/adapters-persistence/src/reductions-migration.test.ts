import { NOON, nextUuid, seed } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";
import { Reductions1700000000018 } from "./migrations/0018-reductions.ts";
import { typeormStorage } from "./typeorm-storage.ts";

describe("the step from one reason to a set of them", () => {
  const opening = openMemoryDatabase();
  const connecting = opening.then(({ pglite }) => embeddedDataSource(pglite).initialize());
  beforeAll(async () => migrate(await connecting));
  afterAll(async () => {
    await (await connecting).destroy();
    await (await opening).close();
  });

  it("keeps accounts held back that were, for their reason and since then, and no others", async () => {
    const dataSource = await connecting;
    const storage = typeormStorage({ dataSource, pauseMs: () => 0 });
    const { account: held } = await seed(storage);
    const { account: free } = await seed(storage);
    const runner = dataSource.createQueryRunner();
    const step = new Reductions1700000000018();
    await step.down(runner);
    await runner.query(
      `UPDATE user_broker_profiles
        SET reduced_because = 'books-contradicted', reduced_at = $1 WHERE id = $2`,
      [new Date(NOON).toISOString(), held.id],
    );

    await step.up(runner);
    await runner.release();

    expect(await storage.read.accounts.byId(held.id)).toEqual({
      ...held,
      reductions: [{ because: "books-contradicted", at: NOON }],
    });
    expect(await storage.read.accounts.byId(free.id)).toEqual(free);
    expect(await storage.read.accounts.byId(nextUuid())).toBeUndefined();
  });
});
