import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startExchange } from "@sevenfold/adapters-broker/exchange/start-exchange";
import { somePortfolio, someUser } from "@sevenfold/application/testing/storage-rows";
import { money } from "@sevenfold/domain/money";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Closing } from "../compose/closing.ts";
import { configurationFrom } from "../compose/configuration.ts";
import { openContainer } from "../compose/container.ts";
import { tokens } from "../compose/tokens.ts";
import type { Finding } from "../doctor/finding.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";

const TIINGO = "https://api.tiingo.com/*";
const closing = new Closing();
const network = setupServer();
let folder = "";

beforeAll(() => network.listen({ onUnhandledRequest: "bypass" }));
afterAll(() => network.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-doctor-"));
  const env = { DATA_DIR: folder, PORT: "0", PRICE_PROVIDERS: "none", LOG_LEVEL: "silent" };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  for (const name of ["DATABASE_URL", "CREDENTIALS_KEY", "ALPACA_PAPER_URL", "EXCHANGE_URL"])
    vi.stubEnv(name, "");
});
afterEach(async () => {
  await closing.close();
  network.resetHandlers();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** What it found, by the name of each look. */
async function examined() {
  const { exitCode, stderr, stdout } = await sevenfold("doctor", "--json");
  const { findings, ok } = JSON.parse(stdout) as {
    readonly ok: boolean;
    readonly findings: readonly Finding[];
  };
  const of = (check: string) => findings.filter((finding) => finding.check === check);
  return { exitCode, findings, of, ok, said: stdout + stderr };
}

/** The product ran here once: a database, keys, and whatever it did meanwhile. */
async function ranOnce(
  work: (container: Awaited<ReturnType<typeof openContainer>>) => Promise<void>,
) {
  const ending = new Closing();
  const container = await openContainer(configurationFrom(process.env), ending);
  await work(container);
  await ending.close();
}

describe("sevenfold doctor", () => {
  it("says each thing in a line and in order, and makes nothing where nothing is yet", async () => {
    const { exitCode, stdout } = await sevenfold("doctor");

    expect(exitCode).toBe(0);
    const looks = stdout
      .trim()
      .split("\n")
      .map((line) => line.slice(9).split(":")[0]);
    expect(looks).toEqual([
      ...["Node", "Data folder", "Database", "Room on disk", "Clock", "Prices"],
      ...["Broker account", "Port", "Secrets"],
    ]);
    expect(stdout).toContain("no provider of real prices is set up");
    expect(stdout).toContain("→ set PRICE_PROVIDERS");
    expect(await readdir(folder)).toEqual([]);
  });

  it("says that the tables are up to date, and that the secrets open", async () => {
    await ranOnce(async () => undefined);
    const { exitCode, ok, of } = await examined();

    expect([exitCode, ok]).toEqual([0, true]);
    expect(of("Database")).toMatchObject([
      { standing: "ok", says: expect.stringContaining("up to date") },
    ]);
    expect(of("Secrets")).toMatchObject([{ standing: "ok" }]);
  });

  it("leaves the database of a running Sevenfold alone", async () => {
    await openContainer(configurationFrom(process.env), closing);
    const { exitCode, of } = await examined();

    expect(exitCode).toBe(0);
    expect(of("Database")).toMatchObject([{ standing: "skipped" }]);
  });

  it("asks each broker account, and compares the clock with the broker's", async () => {
    const venue = await startVenue();
    await ranOnce((container) => connect(container, venue));
    const good = await examined();

    expect(good.of("Broker account")).toMatchObject([
      { standing: "ok", says: expect.stringContaining("its keys are good") },
    ]);
    expect(good.of("Clock")).toMatchObject([{ standing: "ok" }]);
    expect(good.exitCode).toBe(0);

    await venue.close();
    const away = await examined();
    expect(away.of("Broker account")).toMatchObject([
      { standing: "failed", todo: expect.stringContaining("try again") },
    ]);
    expect(away.of("Clock")).toMatchObject([{ standing: "skipped" }]);
    expect([away.exitCode, away.ok]).toEqual([4, false]);
  });

  it("says which accounts are one account at their broker, and what to do", async () => {
    const venue = await startVenue();
    await ranOnce(async (container) => {
      for (let user = 1; user <= 3; user += 1) await connect(container, venue);
      const storage = container.get(tokens.storage);
      const [first, second, third] = await storage.read.accounts.atBrokers(3);
      const venueAccountNumber = first!.venueAccountNumber!;
      await storage.transact(async ({ accounts }) => {
        await accounts.change(second!.id, (row) => ({ ...row, venueAccountNumber, label: "Twin" }));
        // One that was never let in holds nobody up.
        await accounts.change(third!.id, ({ lastValidatedAt: _, ...row }) => ({
          ...row,
          venueAccountNumber,
        }));
      });
    });
    const { exitCode, of } = await examined();
    await venue.close();

    expect(exitCode).toBe(4);
    expect(of("Broker account").filter(({ standing }) => standing === "failed")).toEqual([
      {
        check: "Broker account",
        standing: "failed",
        says: expect.stringMatching(
          /^alpaca paper “.+” of .+ and alpaca paper “Twin” of .+ are one/,
        ),
        todo: expect.stringContaining("pause the others"),
      },
    ]);
  });

  it("says that secrets do not open under another key, and shows none", async () => {
    const venue = await startVenue();
    await ranOnce((container) => connect(container, venue));
    const other = Buffer.alloc(32, 7).toString("base64");
    await rm(join(folder, "keys", "credentials.key"));
    vi.stubEnv("CREDENTIALS_KEY", other);
    const { exitCode, of, said } = await examined();

    expect(exitCode).toBe(4);
    expect(of("Secrets")).toMatchObject([
      { standing: "failed", says: expect.stringContaining("not the one of this database") },
    ]);
    expect(of("Broker account")).toMatchObject([{ standing: "failed" }]);
    expect(said).not.toContain(other);
    await venue.close();
  });

  it("takes what a provider repeats of its key out of its words", async () => {
    const token = "a-token-that-nobody-sees";
    vi.stubEnv("PRICE_PROVIDERS", "tiingo");
    vi.stubEnv("TIINGO_TOKEN", token);
    network.use(
      http.get(TIINGO, () => HttpResponse.json({ detail: `Bad ${token}` }, { status: 401 })),
    );
    const { exitCode, of, said } = await examined();

    expect(exitCode).toBe(4);
    expect(of("Prices")[0]).toMatchObject({
      standing: "failed",
      todo: "mend its key: TIINGO_TOKEN",
    });
    expect(said).not.toContain(token);
  });

  it("fails for a provider out of reach only where orders are decided by it", async () => {
    vi.stubEnv("PRICE_PROVIDERS", "tiingo");
    vi.stubEnv("TIINGO_TOKEN", "a-token");
    network.use(http.get(TIINGO, () => HttpResponse.error()));
    const shown = await examined();
    expect([shown.exitCode, shown.of("Prices")[0]?.standing]).toEqual([0, "warning"]);
    vi.stubEnv("PRICES_FOR_ORDERS", "tiingo");
    const decided = await examined();

    expect([decided.exitCode, decided.of("Prices")[0]?.standing]).toEqual([4, "failed"]);
  });

  it("says whose port it is", async () => {
    const server = createServer((_, response) => response.end("hello")).listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.add(async () => void server.close());
    vi.stubEnv("PORT", String((server.address() as AddressInfo).port));
    const { exitCode, of } = await examined();

    expect(exitCode).toBe(4);
    expect(of("Port")).toMatchObject([{ standing: "failed", todo: "set PORT to another" }]);
  });

  it("says that others may read the key", async () => {
    await ranOnce(async () => undefined);
    await chmod(join(folder, "keys", "credentials.key"), 0o644);
    const { of } = await examined();

    expect(of("Secrets")).toMatchObject([{ standing: "warning" }]);
  });

  it("says what is in the way of the data folder", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    vi.stubEnv("DATA_DIR", file);
    const { exitCode, of } = await examined();

    expect(exitCode).toBe(4);
    expect(of("Data folder")).toMatchObject([
      { standing: "failed", says: expect.stringContaining("a file is in the way") },
    ]);
  });

  it("names the setting that cannot be used", async () => {
    vi.stubEnv("PRICE_PROVIDERS", "tiingo");
    expect(await sevenfold("doctor")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("TIINGO_TOKEN"),
    });
  });
});

/** Stands in for Alpaca's paper venue. */
async function startVenue() {
  const venue = await startExchange({
    ...{ port: 0, seed: 99, volatility: 2, hours: "always" },
    clock: systemClock,
    identifiers: randomIdentifiers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  vi.stubEnv("ALPACA_PAPER_URL", venue.url);
  return venue;
}

type Venue = Awaited<ReturnType<typeof startVenue>>;

async function connect(
  container: Awaited<ReturnType<typeof openContainer>>,
  { link }: Venue,
): Promise<void> {
  const user = someUser();
  await container.get(tokens.storage).transact(async ({ portfolios, users }) => {
    await users.add(user);
    await portfolios.add(somePortfolio(user.id));
  });
  const opening = { cash: money(1_000_000_000), openedAt: systemClock.now(), history: [] };
  const { keyId: apiKey, secretKey } = await link.paperVenue.openAccount(opening);
  const connected = await container.get(tokens.connectBroker)(user.id, {
    ...{ provider: "alpaca", apiKey, secretKey },
  });
  expect(connected).toMatchObject({ ok: true });
}
