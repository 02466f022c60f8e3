import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { settle, someAccount } from "@sevenfold/application/testing/storage-rows";
import { placeOfKey, sealedKeys } from "@sevenfold/application/use-cases/account-keys";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../command-line.ts";
import { COMMANDS } from "../command-list.ts";
import { configurationFrom } from "../compose/configuration.ts";
import { credentialsKeys } from "../compose/credentials-keys.ts";
import { aesSecretVault } from "../system/aes-secret-vault.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sevenfold-credentials-"));
  for (const name of ["CREDENTIALS_KEY", "CREDENTIALS_KEYS_OLD", "DATABASE_URL", "NODE_ENV"])
    vi.stubEnv(name, "");
  vi.stubEnv("DATA_DIR", home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const newKey = () => randomBytes(32).toString("base64");
const SECRETS = { apiKey: "AK-0123456789", secretKey: "the secret" };

describe("sevenfold credentials new-key", () => {
  it("prints a key of 32 bytes, another one each time", async () => {
    const [one, other] = [await run("new-key"), await run("new-key")];

    expect(one.code).toBe(0);
    expect(Buffer.from(one.out.trim(), "base64")).toHaveLength(32);
    expect(one.out).not.toBe(other.out);
  });
});

describe("sevenfold credentials rotate", () => {
  it("moves everything under the key of the environment, so that the old one can go", async () => {
    const [before, after] = [newKey(), newKey()];
    vi.stubEnv("CREDENTIALS_KEY", before);
    const account = await sealAccount();
    vi.stubEnv("CREDENTIALS_KEY", after);
    vi.stubEnv("CREDENTIALS_KEYS_OLD", before);

    const { code, out } = await run("rotate");

    expect(code).toBe(0);
    expect(out).toContain("encrypted_api_key: 1 sealed anew, 0 not opened, 0 under an old key");
    vi.stubEnv("CREDENTIALS_KEYS_OLD", "");
    expect(await opened(account)).toEqual(SECRETS);
    expect((await run("rotate")).out).toContain("encrypted_api_key: 0 sealed anew");
  });

  it("says how many values need a key that it was not given, and changes none of them", async () => {
    vi.stubEnv("CREDENTIALS_KEY", newKey());
    const account = await sealAccount();
    const lost = process.env.CREDENTIALS_KEY!;
    vi.stubEnv("CREDENTIALS_KEY", newKey());

    const { code, err } = await run("rotate");

    expect(code).not.toBe(0);
    expect(err).toContain("2 values do not stand under the current key");
    vi.stubEnv("CREDENTIALS_KEY", lost);
    expect(await opened(account)).toEqual(SECRETS);
  });

  it("makes a household a new key, and forgets the old one once nothing stands under it", async () => {
    const account = await sealAccount();
    const file = join(home, "keys", "credentials.key");
    const before = readFileSync(file, "utf8");

    const { code, out } = await run("rotate");

    expect(code).toBe(0);
    expect(out).toContain("The old one is gone.");
    expect(readFileSync(file, "utf8")).not.toContain(before.trim());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await opened(account)).toEqual(SECRETS);
  });

  it("is refused while Sevenfold has the embedded database open", async () => {
    const storage = await openStorage({ dataFolder: home });

    const { code, err } = await run("rotate");
    await storage.close();

    expect(code).toBe(1);
    expect(err).toMatch(/process has the database .* open, and only one process may/);
  });
});

describe("an installation without a credentials key", () => {
  it("is told how to make one, and gets none by itself", async () => {
    vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none");
    vi.stubEnv("NODE_ENV", "production");

    await expect(credentialsKeys(configurationFrom(process.env))).rejects.toThrow(
      "sevenfold credentials new-key",
    );
  });

  it("still reads what it sealed as a household", async () => {
    const account = await sealAccount();
    vi.stubEnv("CREDENTIALS_KEY", newKey());

    expect(await opened(account)).toEqual(SECRETS);
  });
});

async function run(...argv: readonly string[]) {
  let [out, err] = ["", ""];
  const code = await runCommandLine(
    ["credentials", ...argv],
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      hasColor: false,
      isVerbose: false,
    },
    COMMANDS,
  );
  return { code, out, err };
}

async function vaultOfNow() {
  const { current, old } = await credentialsKeys(configurationFrom(process.env));
  return aesSecretVault(current, old);
}

async function sealAccount() {
  const { storage, close } = await openStorage({ dataFolder: home });
  const { account } = await settle(storage);
  const one = someAccount(account, { isSelected: false });
  const sealed = await sealedKeys(await vaultOfNow(), one, SECRETS);
  await storage.transact((tables) => tables.accounts.add(one, sealed));
  await close();
  return one;
}

async function opened(account: { readonly id: string; readonly userId: string }) {
  const { storage, close } = await openStorage({ dataFolder: home });
  const sealed = (await storage.read.accounts.credentialsOf(account.id))!;
  await close();
  const vault = await vaultOfNow();
  return {
    apiKey: await vault.open(sealed.sealedApiKey, placeOfKey(account, "apiKey")),
    secretKey: await vault.open(sealed.sealedSecretKey, placeOfKey(account, "secretKey")),
  };
}
