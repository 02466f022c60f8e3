import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningProduct, startProduct } from "./running-product.ts";
import { demoVisitor } from "./visitor.ts";

/** A worker is silent half a minute after its last ping; the rest is what a busy machine needs. */
const PATIENCE = { timeout: 240_000, interval: 200 };

interface Told {
  readonly event: string;
  readonly kind: string;
  readonly text: string;
}

let hook: Server;
let hookUrl: string;
let told: Told[];
const watches: ChildProcess[] = [];

beforeAll(async () => {
  hook = createServer(async (request, answer) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    told.push(JSON.parse(body) as Told);
    answer.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(hook, "listening");
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  told = [];
});
afterAll(() => {
  hook.closeAllConnections();
  hook.close();
});
afterEach(async () => {
  for (const each of watches.splice(0)) await ended(each);
  told = [];
});

describe("a watch over the server, without any secret", () => {
  it("tells the webhook that the whole process was killed, and that it is back", async () => {
    const product = await startProduct();
    try {
      await watching(["--url", product.url]);

      await product.kill();
      await untilTold("begun unseen");
      await product.restart();
      await untilTold("ended unseen");
    } finally {
      await product.dispose();
    }
  });
});

describe.skipIf(!canTestOnPostgres())("a watch over the database", () => {
  let postgres: TestPostgres;
  let running: RunningProduct[];
  beforeAll(async () => {
    postgres = await startTestPostgres();
    running = [];
  });
  afterAll(async () => {
    for (const each of running) await each.dispose();
    await postgres.stop();
  });

  it("tells the webhook of a worker that was killed, of another that lives, and ends when told", async () => {
    const DATABASE_URL = await postgres.newDatabase();
    const exchange = await startProduct({}, ["exchange", "--requests-per-minute", "100000"]);
    running.push(exchange);
    const common = {
      CREDENTIALS_KEY: randomBytes(32).toString("base64"),
      DATABASE_URL,
      EXCHANGE_URL: exchange.url,
    };
    const api = await startProduct(common, ["api"]);
    const worker = await startProduct(common, ["worker"]);
    running.push(api, worker);
    await demoVisitor(api.url);
    await vi.waitFor(async () => expect(await lastPing(api.url)).not.toBeNull(), PATIENCE);
    const watch = await watching([], { DATABASE_URL });

    const killedMs = performance.now();
    await worker.kill();
    await untilTold("begun worker-silent");
    process.stderr.write(
      `The webhook heard of the killed worker after ${Math.round((performance.now() - killedMs) / 100) / 10} s.\n`,
    );
    await worker.restart();
    await untilTold("ended worker-silent");

    const over = once(watch, "exit");
    watch.kill("SIGTERM");
    expect(await over).toEqual([0, null]);
  });
});

const lastPing = async (url: string): Promise<string | null> => {
  const ready = (await (await fetch(`${url}/readyz`)).json()) as {
    readonly worker?: { readonly last_ping: string | null };
  };
  return ready.worker?.last_ping ?? null;
};

const untilTold = (wanted: string) =>
  vi.waitFor(
    () => expect(told.map(({ event, kind }) => `${event} ${kind}`)).toContain(wanted),
    PATIENCE,
  );

/** The built watch, once it has said that it watches. */
async function watching(
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const watch = spawn(process.execPath, ["packages/cli/dist/main.js", "watch", ...flags], {
    env: { PATH: process.env.PATH ?? "", WATCH_WEBHOOK_URL: hookUrl, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  watches.push(watch);
  let printed = "";
  watch.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await vi.waitFor(() => expect(printed).toContain("Watching"), PATIENCE);
  return watch;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}
