import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

beforeEach(() => {
  for (const name of ["DATABASE_URL", "EXCHANGE_URL", "CREDENTIALS_KEY", "HOURS"])
    vi.stubEnv(name, "");
});
afterEach(() => vi.unstubAllEnvs());

describe.each(["api", "worker"])("sevenfold %s", (command) => {
  it("opens nothing before it has what all processes need in common", async () => {
    const { exitCode, stderr, stdout } = await sevenfold(command);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(`sevenfold ${command} works beside other processes`);
    for (const name of ["DATABASE_URL", "EXCHANGE_URL", "CREDENTIALS_KEY"])
      expect(stderr).toContain(`  ${name}: `);
  });

  it("says which setting of the environment it cannot use", async () => {
    vi.stubEnv("EXCHANGE_URL", "http://127.0.0.1:4100");
    vi.stubEnv("HOURS", "nyse");

    expect(await sevenfold(command)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("HOURS would change nothing"),
    });
  });
});
