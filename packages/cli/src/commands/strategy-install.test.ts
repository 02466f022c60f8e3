import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "@sevenfold/application/ports/stores/account";
import type { Storage } from "@sevenfold/application/ports/stores/storage";
import { seedAccount } from "@sevenfold/application/testing/world/seeded-account";
import { money } from "@sevenfold/domain/money";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { installedPath } from "../strategy/installed-file.ts";
import { systemClock } from "../system/system-clock.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { openCommandStorage, readConfiguration } from "./command-storage.ts";

const IDEA = `export const strategy = {
  parameters: { shares: { default: 1, min: 1, max: 10, step: 1 } },
  forEachSymbol: ({ parameters }) => () => ({ shares: parameters.shares }),
};
`;
const ID = "00000000-0000-4000-8000-0000000000a1";
const USER = "00000000-0000-4000-8000-0000000000b1";

let home = "";
let idea = "";
const stub = () => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", join(home, "data"));
};

async function onStorage<Value>(work: (storage: Storage) => Promise<Value>): Promise<Value> {
  const opened = await openCommandStorage(readConfiguration());
  try {
    return await work(opened.storage);
  } finally {
    await opened.close();
  }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-install-"));
  idea = join(home, "idea.js");
  writeFileSync(idea, IDEA);
  stub();
  await onStorage((storage) =>
    seedAccount(
      storage,
      { accountId: ID, userId: USER, number: 1, cash: money(1_000_000), shape: { user: 0 } },
      [],
      systemClock.now(),
    ),
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(stub);
afterEach(() => vi.unstubAllEnvs());

const strategy = (...words: readonly string[]) => sevenfold("strategy", ...words);
const rowOf = (): Promise<Account> =>
  onStorage(async ({ read }) => (await read.accounts.byId(ID))!);

describe("sevenfold strategy install", () => {
  it("keeps the file under its hash, puts it on record, lists it and takes it away again", async () => {
    const installed = await strategy(
      ...["install", idea, "--account", "Primary Account", "--set", "shares=4"],
    );
    const row = await rowOf();
    const list = await strategy("list");
    const nobody = await strategy("install", idea, "--account", "Nobody's");
    const removed = await strategy("remove", "--account", ID);

    expect(installed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(row.own).toMatchObject({ name: "idea.js", parameters: { shares: 4 } });
    const kept = installedPath(join(home, "data"), row.own!);
    expect(readFileSync(kept, "utf8")).toBe(IDEA);
    expect(list.stdout).toBe(
      `Primary Account (${ID}, built-in): idea.js (shares 4), SHA-256 ${row.own!.sha256}\n`,
    );
    expect(nobody).toMatchObject({ exitCode: 2 });
    expect(nobody.stderr).toContain(`there are Primary Account (${ID})`);
    expect(removed.stdout).toBe(
      "idea.js trades Primary Account no more, and its AI trading is off.\n",
    );
  });

  it("lists and takes away also where the account waits for its broker's sign-in", async () => {
    await strategy("install", idea, "--account", ID);
    await onStorage(({ transact }) =>
      transact(({ accounts }) => accounts.change(ID, (row) => ({ ...row, status: "pending" }))),
    );

    const list = await strategy("list");
    const removed = await strategy("remove", "--account", "Primary Account");

    expect(list.stdout).toContain(`(${ID}, built-in, pending): idea.js`);
    expect(removed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await rowOf()).not.toHaveProperty("own");
  });

  it("refuses, before anything is opened, what is no strategy or another hash", async () => {
    const bad = join(home, "bad.js");
    writeFileSync(bad, "export const strategy = { forEachSymbol: 1 };");

    const broken = await strategy("install", bad, "--account", ID);
    const short = join(home, "short.js");
    writeFileSync(short, `${IDEA.replace("strategy = {", "strategy = { shorts: true,")}`);
    const owing = await strategy("install", short, "--account", ID);
    const parts = join(home, "parts.js");
    writeFileSync(parts, `${IDEA.replace("strategy = {", "strategy = { fractional: true,")}`);
    const dividing = await strategy("install", parts, "--account", ID);
    const outside = await strategy("install", idea, "--account", ID, "--set", "shares=11");
    const other = await strategy("install", idea, "--account", ID, "--live", "f".repeat(64));

    expect(broken).toMatchObject({ exitCode: 3 });
    expect(owing).toMatchObject({ exitCode: 3 });
    expect(owing.stderr).toContain(
      "short.js: it says shorts: true, and the worker sells nothing short: an account here owes no shares",
    );
    expect(dividing).toMatchObject({ exitCode: 3 });
    expect(dividing.stderr).toContain(
      "parts.js: it says fractional: true, and the worker trades whole shares",
    );
    expect(outside.stderr).toContain("--set shares=11: it is a number from 1 to 10");
    expect(other.stderr).toMatch(
      /^sevenfold: --live f{64}: the hash of \S+idea\.js is [0-9a-f]{64}\n$/,
    );
  });
});
