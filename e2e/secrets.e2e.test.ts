import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openEmbeddedDatabase } from "@sevenfold/adapters-persistence/embedded-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LeakyBroker, type Manners, startLeakyBroker } from "./leaky-broker.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** A text that is found wherever it went, and is nowhere else. */
const canary = (name: string): string => `${name}${randomBytes(12).toString("hex")}`;

const PASSWORD = canary("password-");
/** Keys of one account at the broker begin alike. */
const keysOf = (account: string) => ({
  apiKey: canary(account),
  secretKey: canary("secret-"),
});
const FIRST = keysOf("FIRST000");
const SECOND = keysOf("SECOND00");
const ROTATED = keysOf("SECOND00");
const BAD = keysOf("BAD00000");

/** A whole life of secrets, through a broker that repeats them in every error. */
describe("secrets", () => {
  let folder: string;
  let broker: LeakyBroker;
  let product: RunningProduct;
  const answers: string[] = [];
  /** Shown to their owner once, and to be found nowhere else. */
  const shownOnce: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sevenfold-secrets-"));
    broker = await startLeakyBroker();
    product = await startProduct({
      DATA_DIR: folder,
      LOG_LEVEL: "debug",
      ALPACA_PAPER_URL: broker.url,
    });
    await live(product, broker, { answers, shownOnce });
    await product.stop();
  });

  afterAll(async () => {
    await product?.dispose();
    await broker?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("reach the broker and nobody else in an answer", () => {
    expect(broker.heard.length).toBeGreaterThan(10);
    expect(answers.length).toBeGreaterThan(20);
    expect(found(answers.join("\n"), sentSecrets())).toEqual([]);
  });

  it("are in no line of the log", () => {
    expect(product.printed()).toContain("account-in-error");
    expect(found(product.printed(), [...sentSecrets(), ...shownOnce])).toEqual([]);
  });

  it("are in no column of no table", async () => {
    const database = await openEmbeddedDatabase(folder);
    try {
      const { rows: tables } = await database.pglite.query<{ readonly name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
      );
      let dump = "";
      for (const { name } of tables) {
        const { rows } = await database.pglite.query(`SELECT * FROM "${name}"`);
        dump += `${name} ${JSON.stringify(rows)}\n`;
      }

      expect(dump).toContain("encrypted_api_key");
      expect(dump).toContain("NUMBER-SECOND00");
      expect(found(dump, [...sentSecrets(), ...shownOnce])).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it("are in no byte of the data folder", async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const leaks: string[] = [];
    for (const { name, parentPath } of files) {
      const bytes = await readFile(join(parentPath, name), "latin1");
      leaks.push(
        ...found(bytes, [...sentSecrets(), ...shownOnce]).map((leak) => `${name} ${leak}`),
      );
    }

    expect(files.length).toBeGreaterThan(100);
    expect(leaks).toEqual([]);
  });
});

const sentSecrets = (): readonly string[] => [
  PASSWORD,
  ...[FIRST, SECOND, ROTATED, BAD].flatMap(({ apiKey, secretKey }) => [apiKey, secretKey]),
];

const found = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => text.includes(secret));

interface Kept {
  readonly answers: string[];
  readonly shownOnce: string[];
}

/** Signs up, connects, fails in every way there is, changes keys, and is refused orders. */
async function live(product: RunningProduct, broker: LeakyBroker, kept: Kept): Promise<void> {
  const { ask, cookies } = clientOf(product.url, kept.answers);
  const account = { username: "canary", email: "canary@example.test", password: PASSWORD };
  const signedUp = await ask("POST", "/api/register", {
    ...account,
    brokerProvider: "alpaca",
    brokerApiKey: FIRST.apiKey,
    brokerSecretKey: FIRST.secretKey,
  });
  expect(signedUp.status).toBe(200);
  kept.shownOnce.push(...cookies());

  const connect = (keys: object) => ask("POST", "/api/brokers", { provider: "alpaca", ...keys });
  const inManners = async (manners: Manners, what: () => Promise<unknown>) => {
    broker.manners = manners;
    await what();
    broker.manners = "fine";
  };
  const second = await connect(SECOND);
  expect(second.json.status).toBe("active");
  // A limit may wait for the opening: the test runs at any hour.
  const order = { symbol: "AAPL", side: "buy", orderType: "limit", quantity: 1, limitPrice: 1 };
  expect((await ask("POST", "/api/orders", order)).status).toBe(422);
  await inManners("refusing", () => connect(BAD));
  await inManners("failing", () => connect(BAD));
  await inManners("babbling", () => connect({ ...BAD, accountLabel: "Twice" }));

  // What is malformed, too long or unknown is repeated back to nobody either.
  await connect({ ...BAD, secret: BAD.secretKey });
  await connect({ ...BAD, apiKey: [BAD.apiKey] });
  await connect({ ...BAD, secretKey: BAD.secretKey.repeat(20) });
  await connect({ ...BAD, provider: BAD.secretKey });
  await ask("POST", "/api/brokers", `{"apiKey":"${BAD.apiKey}","secretKey":"${BAD.secretKey}`);
  await ask("PATCH", `/api/brokers/${BAD.apiKey}`, { secretKey: BAD.secretKey });

  const path = `/api/brokers/${second.json.id}`;
  await inManners("refusing", () => ask("PATCH", path, ROTATED));
  await inManners("failing", () => ask("PATCH", path, ROTATED));
  expect((await ask("PATCH", path, BAD)).status).toBe(409);
  expect((await ask("PATCH", path, ROTATED)).status).toBe(200);

  broker.manners = "refusing";
  await statusOf(ask, second.json.id, "error");
  broker.manners = "fine";

  await ask("POST", "/api/login", { ...account, username: PASSWORD });
  await ask("POST", "/api/login", { ...account, password: `${PASSWORD} ` });
  const totp = await ask("POST", "/api/totp/begin", { password: PASSWORD }, "unkept");
  if (totp.status === 200) kept.shownOnce.push(totp.json.secret);
  const issued = await ask("POST", "/api/brokers/paper-keys", {}, "unkept");
  kept.shownOnce.push(issued.json.secretKey);
  await connect(issued.json);
  for (const read of ["/api/brokers", "/api/user", "/api/sign-ins", "/api/orders", "/api/account"])
    await ask("GET", read);
  await ask("POST", "/api/logout", {});
}

type Ask = ReturnType<typeof clientOf>["ask"];

/** Waits until the worker has noticed what became of the account. */
async function statusOf(ask: Ask, id: string, status: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { json } = await ask("GET", "/api/brokers");
    const broker = json.find((one: { readonly id: string }) => one.id === id);
    if (broker.status === status) return;
    await pause(500);
  }
  throw new Error(`the account has not become ${status}`);
}

/** Asks as our own page does, and keeps every answer with its headers. */
function clientOf(url: string, answers: string[]) {
  const jar = new Map<string, string>();
  async function ask(method: string, path: string, body?: unknown, kept?: "unkept") {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        origin: url,
        "sec-fetch-site": "same-origin",
        "x-requested-with": "sevenfold",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    if (kept !== "unkept") answers.push(`${response.status}\n${headers}\n${text}`);
    return { status: response.status, json: jsonOf(text) };
  }
  // A signature is no secret: it opens nothing without what it signs.
  const cookies = () => [...jar].flatMap(([name, value]) => (name.endsWith(".sig") ? [] : value));
  return { ask, cookies };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, looked into by their tests.
function jsonOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
