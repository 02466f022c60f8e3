import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { natsAddressOf } from "@sevenfold/adapters-nats/nats-address";
import { type NatsLink, openNatsLink } from "@sevenfold/adapters-nats/nats-link";
import {
  canTestOnNats,
  startTestNats,
  type TestNats,
} from "@sevenfold/adapters-nats/testing/temporary-nats";
import { waitingParts } from "@sevenfold/adapters-nats/testing/waiting-parts";
import { recordingLog } from "@sevenfold/application/testing/world/recording-log";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { writeWalk } from "../testing/walk-file.ts";

const BINARY = fileURLToPath(new URL("../../bin/sevenfold.mjs", import.meta.url));
const EXAMPLE = fileURLToPath(new URL("../../examples/two-stocks-2024.csv", import.meta.url));
const PREFIX = "tried";
const PATIENT = { timeout: 200_000 };
const AXES = ["--set", "buyDropPct=2..6:1", "--set", "sellRisePct=2..6:1"];

describe.skipIf(!canTestOnNats())("work shared out to machines", () => {
  let nats: TestNats;
  let link: NatsLink;
  let home: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    nats = await startTestNats();
    link = openNatsLink({
      ...{ address: natsAddressOf(nats.url), name: "a test", log: recordingLog() },
    });
    home = mkdtempSync(join(tmpdir(), "sevenfold-distributed-"));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
    }
  });
  afterAll(async () => {
    await link?.close();
    await nats?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const begin = (...argv: readonly string[]): ChildProcess => {
    const env = {
      ...process.env,
      NATS_URL: nats.url,
      NATS_PREFIX: PREFIX,
      RUNS_DIR: join(home, "runs"),
    };
    const child = spawn(process.execPath, [BINARY, ...argv], {
      ...{ env, cwd: home, stdio: ["ignore", "pipe", "pipe"] },
    });
    children.push(child);
    return child;
  };
  const said = async (child: ChildProcess) => {
    const all = { stdout: "", stderr: "" };
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      all.stdout += text;
    });
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      all.stderr += text;
    });
    const [exitCode] = await once(child, "close");
    return { exitCode, ...all };
  };
  /** What a command prints as JSON; every command counts its tries in a ledger of its own. */
  let ledgers = 0;
  const documentOf = async (...argv: readonly string[]) => {
    ledgers += 1;
    const ledger = argv[0] === "monte-carlo" ? [] : ["--ledger", `tries-${ledgers}.jsonl`];
    const { exitCode, stdout, stderr } = await said(begin(...argv, ...ledger, "--json"));
    expect(exitCode, stderr).toBe(0);
    const document = JSON.parse(stdout);
    if (document.ledger) document.ledger.path = "tries";
    return { document, stderr };
  };
  /** Stops a worker while it has a part, so that it dies with it. */
  const frozenAtPart = (worker: ChildProcess) =>
    expect
      .poll(
        async () => {
          if ((await waitingParts(link, PREFIX)).taken === 0) return "idle";
          worker.kill("SIGSTOP");
          await (await link.connected(50_000)).flush();
          if (0 < (await waitingParts(link, PREFIX)).taken) return "at a part";
          worker.kill("SIGCONT");
          return "idle";
        },
        { ...PATIENT, interval: 5 },
      )
      .toBe("at a part");

  it("comes to what one machine comes to, also where a worker dies at its part", async () => {
    const bars = join(home, "bars.csv");
    writeWalk(bars, { rows: 40_000, seed: 5, minutes: true });
    // By the full engine: a part takes long enough to be seen at it.
    const sweep = [
      "sweep",
      bars,
      ...AXES,
      "--set",
      "patternConfirmation=require",
      "--no-run-folder",
    ];
    const { document: alone } = await documentOf(...sweep);
    const doomed = begin("sweep-worker", "--jobs", "1");

    const coming = documentOf(...sweep, "--distributed");
    coming.catch(() => undefined);
    await frozenAtPart(doomed);
    doomed.kill("SIGKILL");
    begin("sweep-worker", "--jobs", "2");

    const { document: shared, stderr } = await coming;
    expect(shared).toEqual(alone);
    expect(stderr).toMatch(/^(\d workers? with \d threads?|waiting for a worker: start .*)$/m);
    expect((await waitingParts(link, PREFIX)).all).toBe(0);
  });

  it("walks and draws as one machine does", async () => {
    begin("sweep-worker", "--jobs", "1");
    const walk = ["walk-forward", EXAMPLE, ...AXES, "--windows", "3", "--no-run-folder"];
    const { document: walkedAlone } = await documentOf(...walk);
    const { document: walked } = await documentOf(...walk, "--distributed");
    expect(walked).toEqual(walkedAlone);

    expect((await said(begin("backtest", EXAMPLE))).exitCode).toBe(0);
    const draw = ["monte-carlo", "latest", "--paths", "3000", "--no-run-folder"];
    const { document: drawnAlone } = await documentOf(...draw);
    const { document: drawn } = await documentOf(...draw, "--distributed");
    expect(drawn).toEqual(drawnAlone);
  });

  it("says what is missing before anything is computed", async () => {
    const env = { ...process.env, NATS_URL: "" };
    const child = spawn(
      process.execPath,
      [BINARY, "sweep", EXAMPLE, ...AXES, "--distributed", "--no-run-folder"],
      { env, cwd: home, stdio: ["ignore", "pipe", "pipe"] },
    );
    children.push(child);

    const { exitCode, stderr } = await said(child);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("set NATS_URL to its address, such as nats://127.0.0.1:4222");
  });
});
