import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FaultyWire, faultyWire } from "@sevenfold/adapters-broker/bench/faulty-wire";
import { type RunningProduct, startProduct } from "../running-product.ts";

/** Keys of one account at the stand-in. */
export interface PaperKeys {
  readonly accountId: string;
  readonly keyId: string;
  readonly secretKey: string;
}

/**
 * A venue that speaks Alpaca's trading and data protocols, with a market of its own, and between it and
 * the product a line on which an account's answers also show what the venue itself does not trade.
 */
export interface AlpacaStandIn {
  readonly url: string;
  readonly process: RunningProduct;
  openAccount(): Promise<PaperKeys>;
  read<Answer>(path: string, keys: PaperKeys): Promise<Answer>;
  /** Steers the venue itself. */
  control(method: string, path: string, body: object): Promise<void>;
  /** Ends it, and begins it again on the same books with this script. */
  goOnWith(script: object): Promise<void>;
  /** From now on the answers to `path` have these rows beside their own. */
  showBeside(path: string, rows: readonly object[]): void;
  /** From now on its clock is told so much later than it is. */
  tellClock(aheadMs: number): void;
  close(): Promise<void>;
}

/** Another seed than the product's own exchange has: other prices. */
const SEED = "77";

export async function startAlpacaStandIn(env: Record<string, string>): Promise<AlpacaStandIn> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-alpaca-"));
  const script = join(folder, "script.json");
  await writeFile(script, "{}");
  const flags = ["--seed", SEED, "--hours", "nyse", "--requests-per-minute", "1000000"];
  const files = ["--control", "--faults", script, "--journal", join(folder, "journal.jsonl")];
  const process = await startProduct(env, ["exchange", ...flags, ...files]);
  const wire = await faultyWire(process.url, NO_FAULTS);
  const beside = new Map<string, readonly object[]>();
  let clockAheadMs = 0;
  wire.rewriteAnswers((body, path) => {
    if (path === "/v2/clock" && clockAheadMs !== 0) {
      const told = JSON.parse(body) as { readonly timestamp: string };
      const timestamp = new Date(Date.parse(told.timestamp) + clockAheadMs).toISOString();
      return JSON.stringify({ ...told, timestamp });
    }
    const rows = beside.get(path.split("?")[0] ?? "");
    const isList = rows !== undefined && body.startsWith("[");
    return isList ? JSON.stringify([...JSON.parse(body), ...rows]) : body;
  });

  const send = async (method: string, path: string, { body, headers }: Sent) => {
    const answer = await fetch(process.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  return {
    url: wire.url,
    process,
    openAccount: () => send("POST", "/paper/accounts", { body: {} }) as Promise<PaperKeys>,
    read: <Answer>(path: string, { keyId, secretKey }: PaperKeys) => {
      const headers = { "APCA-API-KEY-ID": keyId, "APCA-API-SECRET-KEY": secretKey };
      return send("GET", path, { headers }) as Promise<Answer>;
    },
    async control(method, path, body) {
      await send(method, `/control${path}`, { body });
    },
    async goOnWith(next) {
      await process.stop();
      await writeFile(script, JSON.stringify(next));
      await process.restart();
    },
    showBeside: (path, rows) => void beside.set(path, rows),
    tellClock(aheadMs) {
      clockAheadMs = aheadMs;
    },
    close: () => closeAll(wire, process, folder),
  };
}

interface Sent {
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

async function closeAll(wire: FaultyWire, process: RunningProduct, folder: string): Promise<void> {
  await wire.close();
  await process.dispose();
  await rm(folder, { recursive: true, force: true });
}

/** The line itself breaks nothing: what fails, the venue fails at. */
const NO_FAULTS = {
  callOf: () => undefined,
  tooMany: { status: 429, body: "{}" },
  refusal: () => ({ status: 403, body: "{}" }),
} as const;
