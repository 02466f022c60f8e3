import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const running: ChildProcess[] = [];
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-exchange-"));
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

describe("sevenfold exchange", () => {
  it("trades recorded bars at the speed and with the faults it was given, and stops in order", async () => {
    const bars = join(folder, "OWN.csv");
    await writeFile(bars, `time,open,high,low,close,volume\n${rows().join("\n")}\n`);
    const faults = join(folder, "faults.json");
    const fault = { on: "GET /v2/clock", does: "status", status: 503, times: 1 };
    await writeFile(faults, JSON.stringify({ faults: [fault] }));
    const { child, url } = await started("--bars", bars, "--speed", "50", "--faults", faults);
    const keys = await read(post(`${url}/paper/accounts`, {}, {}));
    const headers = {
      "APCA-API-KEY-ID": keys.keyId ?? "",
      "APCA-API-SECRET-KEY": keys.secretKey ?? "",
    };
    const get = (path: string) => fetch(`${url}${path}`, { headers });

    expect((await get("/v2/clock")).status).toBe(503);
    expect((await read(get("/v2/clock"))).timestamp).toMatch(/^2009-05-06/);
    const order = { symbol: "OWN", qty: "2", side: "buy", type: "market", time_in_force: "day" };
    const sent = await read(post(`${url}/v2/orders`, order, headers));
    const status = async () => (await read(get(`/v2/orders/${sent.id}`))).status;
    await expect.poll(status).toBe("filled");
    child.kill("SIGTERM");

    expect((await once(child, "close"))[0]).toBe(0);
  });

  it("says what is wrong with its script, its port and its words", async () => {
    const faults = join(folder, "faults.json");
    await writeFile(faults, JSON.stringify({ faults: [{ on: "nowhere", does: "drop" }] }));
    const script = await sevenfold("exchange", "--port", "0", "--faults", faults);
    expect(script).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("faults.0") });
    const missing = await sevenfold("exchange", "--faults", join(folder, "none.json"));
    expect(missing.stderr).toContain("cannot be read");
    const speed = await sevenfold("exchange", "--speed", "10001");
    expect(speed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("1 to 10000") });
    const before = await sevenfold("exchange", "--port", "0", "--from", "2020-01-01T00:00:00Z");

    expect(before.stderr).toContain("The simulated market runs from 2025-01-01");
    await writeFile(faults, "");
    const journal = await sevenfold("exchange", "--port", "0", "--journal", join(faults, "kept"));
    expect(journal).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/cannot keep accounts in .*: a file.* is in the way/),
    });
  });
});

/** An hour of minutes long past, each a cent above the one before. */
const rows = () =>
  Array.from({ length: 60 }, (_, minute) => {
    const time = new Date(Date.UTC(2009, 4, 6, 14, 30 + minute)).toISOString();
    const open = 20 + minute / 100;
    return `${time},${open},${open + 0.05},${open - 0.05},${open + 0.01},1000`;
  });

async function started(...flags: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, "exchange", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await expect.poll(() => said).toContain("Press Ctrl-C");
  const url = /running on (http:\S+)/.exec(said)?.[1] ?? "";
  return { child, url };
}

const read = async (answer: Promise<Response>): Promise<Record<string, string>> =>
  JSON.parse(await (await answer).text());

const post = (url: string, body: unknown, headers: Record<string, string>) =>
  fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
