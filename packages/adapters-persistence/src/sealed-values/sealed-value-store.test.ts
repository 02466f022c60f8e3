import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { NOON, seed, someAccount } from "@sevenfold/application/testing/storage-rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoryDatabase } from "../embedded-database.ts";
import { type OpenStorage, openedOn, openStorage } from "../open-storage.ts";
import { SCHEMAS } from "../schemas.ts";
import { buildProgram, type ChildProgram } from "../testing/child-program.ts";
import {
  canTestOnPostgres,
  PATIENT,
  startTestPostgres,
  type TestPostgres,
} from "../testing/temporary-postgres.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

const API_KEY = { table: "user_broker_credentials", column: "encrypted_api_key" };

describe("the sealed values", () => {
  it("are those of every column whose name says that it is sealed", () => {
    const named = (SCHEMAS as readonly { readonly options: SchemaOptions }[]).flatMap(
      ({ options: { name, columns } }) =>
        Object.entries(columns)
          .filter(([property]) => property.startsWith("sealed"))
          .map(([property, { name: given }]) => `${name}.${given ?? snake(property)}`),
    );

    expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      named.sort(),
    );
  });

  describe("on the embedded database", () => {
    describeResealing(async () => openedOn(await openMemoryDatabase()));
  });

  describe.skipIf(!canTestOnPostgres())("on a PostgreSQL server", () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await startTestPostgres();
    });
    afterAll(() => postgres?.stop());

    describeResealing(async () =>
      openStorage({ databaseUrl: await postgres.newDatabase(), ...PATIENT }),
    );
  });
});

function describeResealing(open: () => Promise<OpenStorage>): void {
  let opened: OpenStorage;
  beforeAll(async () => {
    opened = await open();
    await sealRows(opened, 7);
  });
  afterAll(() => opened?.close());

  it("are replaced page by page, those that fail left as they are", async () => {
    const { sealedValues } = opened;
    const reseal = (after: string | undefined) =>
      sealedValues.reseal(API_KEY, { notUnder: "new", after, limit: 3 }, async (sealed) => {
        if (sealed.endsWith("3")) throw new Error("not ours");
        return sealed.replace("old", "new");
      });

    const first = await reseal(undefined);
    const second = await reseal(first.next);
    const third = await reseal(second.next);

    expect([first, second, third].map(({ resealed, failed }) => [resealed, failed])).toEqual([
      [3, 0],
      [2, 1],
      [1, 0],
    ]);
    expect(third.next).toBeUndefined();
    expect(await sealedValues.countByKey(API_KEY)).toEqual(
      new Map([
        ["new", 6],
        ["old", 1],
      ]),
    );
  });

  it("count nothing where nothing is sealed", async () => {
    const token = { table: "user_broker_credentials", column: "encrypted_access_token" };

    expect(await opened.sealedValues.countByKey(token)).toEqual(new Map());
  });

  it("are replaced while others write them", async () => {
    const { sealedValues, storage } = opened;
    const accounts = (await storage.read.accounts.active()).slice(0, 5);
    const write = (accountId: string) =>
      oneByOne(storage).accounts.putCredentials({
        accountId,
        sealedApiKey: "2.new.wrapped.key",
        sealedSecretKey: "2.new.wrapped.secret",
      });
    const secret = { ...API_KEY, column: "encrypted_secret_key" };
    const reseal = () =>
      sealedValues.reseal(secret, { notUnder: "new", after: undefined, limit: 50 }, async (one) =>
        one.replace("old", "new"),
      );

    await Promise.all([reseal(), ...accounts.map(({ id }) => write(id)), reseal()]);

    expect((await sealedValues.countByKey(secret)).has("old")).toBe(false);
  });

  it("never take the place of what somebody writes meanwhile", async () => {
    const { sealedValues, storage } = opened;
    const [account] = await storage.read.accounts.active();
    const accountId = account!.id;
    const keysOf = (sealedApiKey: string) => ({ accountId, sealedApiKey, sealedSecretKey: "2" });
    const { accounts } = oneByOne(storage);
    await accounts.putCredentials(keysOf("2.old.wrapped.key"));
    let writing: Promise<void> | undefined;
    await sealedValues.reseal(
      API_KEY,
      { notUnder: "new", after: undefined, limit: 50 },
      async (sealed) => {
        writing ??= accounts.putCredentials(keysOf("2.new.wrapped.later"));
        // Long enough for it, were it not kept waiting.
        await Promise.race([writing, pause(500)]);
        return sealed.replace("old", "new");
      },
    );
    await writing;

    expect(await accounts.credentialsOf(accountId)).toEqual(keysOf("2.new.wrapped.later"));
  });
}

describe("a rotation that is killed", () => {
  const home = mkdtempSync(join(tmpdir(), "sevenfold-sealed-"));
  const dataFolder = join(home, "data");
  let program: ChildProgram;
  beforeAll(async () => {
    program = await buildProgram(new URL("../testing/resealing-process.ts", import.meta.url));
  });
  afterAll(async () => {
    await program?.remove();
    rmSync(home, { recursive: true, force: true });
  });

  it("leaves each value under one key or the other, and goes on where it was", async () => {
    const opened = await openStorage({ dataFolder });
    await sealRows(opened, 40);
    await opened.close();

    const killed = program.run(dataFolder, "new", "5");
    for (let page = 0; page < 5; page += 1) await killed.nextLine();
    killed.process.kill("SIGKILL");
    await killed.ended;
    const between = await openStorage({ dataFolder });
    const counts = await between.sealedValues.countByKey(API_KEY);
    await between.close();
    expect([...counts.keys()].sort()).toEqual(["new", "old"]);
    expect((counts.get("new") ?? 0) + (counts.get("old") ?? 0)).toBe(40);

    expect((await program.run(dataFolder, "new").ended).code).toBe(0);
    const after = await openStorage({ dataFolder });
    for (const column of after.sealedValues.columns)
      expect((await after.sealedValues.countByKey(column)).has("old")).toBe(false);
    await after.close();
  });
});

interface SchemaOptions {
  readonly name: string;
  readonly columns: Readonly<Record<string, { readonly name?: string }>>;
}

const snake = (property: string) =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One user with as many accounts, and a second factor. */
async function sealRows({ storage }: OpenStorage, count: number): Promise<void> {
  const { account, user } = await seed(storage);
  await storage.transact(async (tables) => {
    for (let index = 0; index < count; index += 1) {
      const one = someAccount(account, { isSelected: false });
      const sealedApiKey = `2.old.wrapped.key${index}`;
      const sealedSecretKey = `2.old.wrapped.secret${index}`;
      await tables.accounts.add(one, { accountId: one.id, sealedApiKey, sealedSecretKey });
    }
    await tables.totp.put({
      userId: user.id,
      sealedSecret: "2.old.wrapped.totp",
      begunAt: NOON,
      recoveryHashes: [],
    });
  });
}
