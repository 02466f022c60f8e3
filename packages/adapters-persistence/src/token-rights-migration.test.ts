import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { after, NOON, nextUuid, seed } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedDataSource } from "./data-source.ts";
import { openMemoryDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";
import { TokenRights1700000000022 } from "./migrations/0022-token-rights.ts";
import { typeormStorage } from "./typeorm-storage.ts";

const DAY_MS = 24 * 3_600_000;

describe("the step to tokens that end", () => {
  const opening = openMemoryDatabase();
  const connecting = opening.then(({ pglite }) => embeddedDataSource(pglite).initialize());
  beforeAll(async () => migrate(await connecting));
  afterAll(async () => {
    await (await connecting).destroy();
    await (await opening).close();
  });

  it("gives those without an end ninety days, and nobody a right that was not meant", async () => {
    const dataSource = await connecting;
    const storage = typeormStorage({ dataSource, pauseMs: () => 0 });
    const { user } = await seed(storage);
    const { apiTokens } = oneByOne(storage);
    const some = (name: string, scope: "read" | "trade" | "manage") => ({
      id: nextUuid(),
      userId: user.id,
      name,
      scope,
      prefix: "sf_abcd",
      tokenHash: `hash of ${name}`,
      createdAt: NOON,
      expiresAt: after(3),
    });
    for (const token of [some("ends", "trade"), some("endless", "trade"), some("wide", "manage")])
      await apiTokens.add(token);
    const runner = dataSource.createQueryRunner();
    const step = new TokenRights1700000000022();

    await step.down(runner);
    await runner.query("UPDATE api_tokens SET expires_at = NULL WHERE name = 'endless'");
    await step.up(runner);
    const [{ now }] = await runner.query("SELECT now()");
    await runner.release();

    expect(await apiTokens.byHash("hash of ends")).toMatchObject({
      scope: "trade",
      expiresAt: after(3),
    });
    expect((await apiTokens.byHash("hash of wide"))?.scope).toBe("read");
    const endless = (await apiTokens.byHash("hash of endless"))!;
    expect(endless.scope).toBe("trade");
    const inDays = (endless.expiresAt - Number(now)) / DAY_MS;
    expect(inDays).toBeLessThanOrEqual(90);
    expect(inDays).toBeGreaterThan(89);
    await expect(dataSource.query("UPDATE api_tokens SET expires_at = NULL")).rejects.toThrow();
  });
});
