import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";

describe("the migrations", () => {
  const opening = openMemoryDatabase();
  const connecting = opening.then(({ pglite }) => embeddedDataSource(pglite).initialize());

  beforeAll(async () => migrate(await connecting));
  afterAll(async () => {
    await (await connecting).destroy();
    await (await opening).close();
  });

  it("make exactly the tables that the schemas describe", async () => {
    const { upQueries } = await (await connecting).driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});
