import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { DemoHistories } from "@sevenfold/application/people/demo/demo-histories";
import type { DemoHistory } from "@sevenfold/application/people/demo/demo-history";
import type { Clock } from "@sevenfold/application/ports/clock";
import type { Log } from "@sevenfold/application/ports/log";
import { instant } from "@sevenfold/domain/market";
import type { DemoHistoryOrder } from "./demo-history-thread.ts";

const HOUR_MS = 3_600_000;
/** A history ends between two and five hours ago, so that some symbols have news to act on. */
const ENDS_BEFORE_MS = 2 * HOUR_MS;
const KEPT_FOR_MS = 3 * HOUR_MS;
/** A visitor who asked for it in time may begin a little later. */
const MAKING_MS = HOUR_MS;
/** Raised when a history comes to hold other things, so that none of before is read. */
const FORM = 2;
const THREAD = new URL("./demo-history-thread.js", import.meta.url);

type Market = Omit<DemoHistoryOrder, "endsAt" | "givenUntil">;

/** Histories made on a worker thread, once for every three hours, kept in a folder across restarts. */
export function threadedDemoHistories(
  market: Market,
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): DemoHistories {
  let latest: { readonly name: string; readonly history: Promise<DemoHistory> } | undefined;
  return {
    latest() {
      const endsAt = instant(
        Math.floor((clock.now() - ENDS_BEFORE_MS) / KEPT_FOR_MS) * KEPT_FOR_MS,
      );
      const givenUntil = instant(endsAt + ENDS_BEFORE_MS + KEPT_FOR_MS + MAKING_MS);
      const name = `${FORM}-${market.seed}-${market.volatility}-${market.hours}-${endsAt}.json`;
      if (latest?.name !== name) {
        const history = kept(folder, name, () => made({ ...market, endsAt, givenUntil }), log);
        latest = { name, history };
        // A failure is told to whoever waits, and tried again by the next visitor.
        history.catch(() => {
          if (latest?.history === history) latest = undefined;
        });
      }
      return latest.history;
    },
  };
}

async function kept(
  folder: string,
  name: string,
  make: () => Promise<DemoHistory>,
  log: Log,
): Promise<DemoHistory> {
  const path = join(folder, name);
  try {
    return JSON.parse(await readFile(path, "utf8")) as DemoHistory;
  } catch {
    // Not there, or cut short: made anew below.
  }
  const history = await make();
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(`${path}.part`, JSON.stringify(history));
    await rename(`${path}.part`, path);
    const others = (await readdir(folder)).filter((other) => other !== name);
    await Promise.all(others.map((other) => rm(join(folder, other), { force: true })));
  } catch (error) {
    log.warn("The demo history could not be kept", { error });
  }
  return history;
}

function made(order: DemoHistoryOrder): Promise<DemoHistory> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: order });
    // Nobody keeps the process alive for a history.
    thread.unref();
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`The demo history ended with code ${code}.`)));
  });
}
