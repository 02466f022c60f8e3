import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "@sevenfold/adapters-persistence/open-storage";
import { seed, someAccount } from "@sevenfold/application/testing/storage-rows";
import { placeOfKey, sealedKeys } from "@sevenfold/application/trading/account/account-keys";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../command-line.ts";
import { COMMANDS } from "../command-list.ts";
import { configurationFrom } from "../compose/configuration.ts";
import { credentialsKeys } from "../compose/credentials-keys.ts";
import { startProduct } from "../compose/product.ts";
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
const keyNamedWithDash = (): string => {
  const key = newKey();
  return aesSecretVault(Buffer.from(key, "base64")).keyId.startsWith("-")
    ? key
    : keyNamedWithDash();
};
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

  it("does not say that anything is sealed anew in a folder in which Sevenfold never ran", async () => {
    vi.stubEnv("CREDENTIALS_KEY", newKey());
    for (const argv of [["rotate"], ["forget", "a-key"]]) {
      const { code, err, out } = await run(...argv);
      expect([code, out]).toEqual([3, ""]);
      expect(err).toContain(`there is no database in ${home}, so nothing was done`);
    }
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
  it.each(["", "postgres://nobody@127.0.0.1:1/none"])(
    "is told how to make one, and gets none by itself (DATABASE_URL=%s)",
    async (databaseUrl) => {
      vi.stubEnv("DATABASE_URL", databaseUrl);
      vi.stubEnv("NODE_ENV", "production");

      await expect(startProduct(configurationFrom(process.env))).rejects.toThrow(
        /CREDENTIALS_KEY is not set.*sevenfold credentials new-key/,
      );
      expect(readdirSync(home)).toEqual([]);
    },
  );

  it("still reads what it sealed as a household", async () => {
    const account = await sealAccount();
    vi.stubEnv("CREDENTIALS_KEY", newKey());

    expect(await opened(account)).toEqual(SECRETS);
  });
});

describe("a credentials key that is gone", () => {
  const start = () =>
    startProduct({ ...configurationFrom(process.env), port: 0 }, { roles: ["worker"] });

  it("ends the start in words that say which one to bring back, and is not replaced", async () => {
    await sealAccount();
    const { keyId } = await vaultOfNow();
    const file = join(home, "keys", "credentials.key");
    rmSync(file);

    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await start().catch((error: Error) => error.message);
      for (const words of ["The credentials key is gone", keyId, file, "CREDENTIALS_KEY"])
        expect(refused).toContain(words);
    }
    expect(existsSync(file)).toBe(false);
    vi.stubEnv("CREDENTIALS_KEY", newKey());
    await expect(start()).rejects.toThrow(/none of its 2 secrets opens.*credentials forget -- /);
  });

  it("is forgotten with all that stood under it, where it is lost for good", async () => {
    const file = join(home, "keys", "credentials.key");
    // One key in sixty-four has a name that looks like an option.
    await vaultOfNow();
    writeFileSync(file, `${keyNamedWithDash()}\n`);
    const account = await sealAccount();
    const { keyId } = await vaultOfNow();
    expect(keyId).toMatch(/^-/);
    expect(await run("forget", "--", keyId)).toMatchObject({
      code: 2,
      err: expect.stringContaining("is not lost"),
    });
    rmSync(file);

    expect((await run("forget", "another")).out).toContain("Nothing stands under");
    expect(await run("forget", "--", keyId)).toMatchObject({ code: 0 });
    const storage = await openStorage({ dataFolder: home });
    expect(await storage.storage.read.accounts.credentialsOf(account.id)).toBeUndefined();
    expect(await storage.storage.read.accounts.byId(account.id)).toBeDefined();
    await storage.close();
    const product = await start();
    await product.close();
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
  const { account } = await seed(storage);
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
