import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { configurationFrom } from "../compose/configuration.ts";
import { EXIT } from "../failure.ts";
import { sevenfold } from "../testing/run-sevenfold.ts";
import { startFailureOf } from "./start-failure.ts";

const home = mkdtempSync(join(tmpdir(), "sevenfold-start-"));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A database that nobody has: a process that comes so far as to open it says something else. */
const SHARED = {
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  EXCHANGE_URL: "http://127.0.0.1:1",
  CREDENTIALS_KEY: Buffer.alloc(32, 1).toString("base64"),
};

describe("a start that the system refuses", () => {
  it.each(["serve", "halt", "migrate", "credentials rotate", "user new-password alice"])(
    "because of its data folder is told so in a sentence (%s)",
    async (command) => {
      for (const name of ["DATABASE_URL", "EXCHANGE_URL", "CREDENTIALS_KEY", "NODE_ENV"])
        vi.stubEnv(name, "");
      writeFileSync(join(home, "file"), "");
      for (const [place, reason] of [
        ["file", "a file of that name is in the way"],
        ["file/data", "a file is in the way"],
        ["n".repeat(300), "the name is too long"],
      ] as const) {
        vi.stubEnv("DATA_DIR", join(home, place));
        const { exitCode, stderr } = await sevenfold(...command.split(" "));

        expect({ exitCode, stderr }).toEqual({
          exitCode: EXIT.usage,
          stderr: `sevenfold: cannot work in ${join(home, place)}: ${reason}; mend that, or set DATA_DIR to another folder\n`,
        });
      }
    },
  );

  it.each([
    ["EROFS", "the disk is read-only"],
    ["ENOSPC", "the disk is full"],
    ["EACCES", "writing is not permitted"],
  ])("because of a file says which and why (%s)", (code, reason) => {
    const { dataFolder } = configurationFrom({});
    const path = join(dataFolder, "exchange");
    const error = Object.assign(new Error(code), { code, path, syscall: "mkdir" });

    const failure = startFailureOf(error, configurationFrom({}));
    expect(failure?.message).toContain(`cannot work in ${dataFolder}: ${reason} (${path})`);
    expect(failure?.exitCode).toBe(EXIT.usage);
  });

  it("because of its address names the setting", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    const sentence = async (host: string, wanted: number, settings = {}) =>
      startFailureOf(await failureToListen(host, wanted), {
        ...configurationFrom({ PORT: "1", HOST: host, ...settings }),
      })?.message;

    expect(await sentence("192.0.2.1", 0)).toContain("no address 192.0.2.1; set HOST");
    expect(await sentence("host.invalid", 0)).toContain("host.invalid leads to no address");
    expect(await sentence("127.0.0.1", port)).toContain(
      `${port} is in use, perhaps by another Sevenfold; set PORT`,
    );
    expect(await sentence("127.0.0.1", port, { EXCHANGE_PORT: `${port}` })).toContain(
      "set EXCHANGE_PORT to another",
    );
    expect(await sentence("127.0.0.1", port, { HEALTH_PORT: `${port}` })).toContain(
      "set HEALTH_PORT to another",
    );
    taken.close();
  });

  it.each([
    ["serve", "PORT", {}],
    ["serve", "EXCHANGE_PORT", {}],
    ["worker", "HEALTH_PORT", SHARED],
  ])("because of a port in use opens nothing (%s, %s)", async (command, setting, others) => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    for (const name of ["DATABASE_URL", "EXCHANGE_URL", "CREDENTIALS_KEY"]) vi.stubEnv(name, "");
    for (const [name, value] of Object.entries(others)) vi.stubEnv(name, value);
    vi.stubEnv("PORT", "0");
    vi.stubEnv(setting, `${port}`);
    const dataFolder = join(home, `beside-${command}-${setting}`);
    vi.stubEnv("DATA_DIR", dataFolder);

    expect(await sevenfold(command)).toMatchObject({
      exitCode: EXIT.usage,
      stdout: "",
      stderr: `sevenfold: port ${port} is in use, perhaps by another Sevenfold; set ${setting} to another\n`,
    });
    expect(existsSync(dataFolder)).toBe(false);
    taken.close();
  });

  it("because of its database server says so", async () => {
    vi.stubEnv("EXCHANGE_URL", "");
    vi.stubEnv("DATA_DIR", join(home, "of-server"));
    vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none");

    expect(await sevenfold("migrate")).toMatchObject({
      exitCode: EXIT.unexpected,
      stderr: expect.stringMatching(/^sevenfold: the database at DATABASE_URL does not answer: /),
    });
    const unknownUser = Object.assign(new Error("password authentication failed"), {
      code: "28P01",
    });
    expect(startFailureOf(unknownUser, configurationFrom({}))?.message).toContain(
      "the database refuses DATABASE_URL: password",
    );
  });

  it("says nothing of what no setting names", () => {
    expect(startFailureOf(new Error("out of order"), configurationFrom({}))).toBeUndefined();
  });
});

const failureToListen = (host: string, port: number): Promise<Error> =>
  new Promise((resolve) => {
    const server = createServer();
    server.on("error", resolve);
    server.listen(port, host, () => server.close(() => resolve(new Error("it listens"))));
  });
