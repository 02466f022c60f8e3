import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type RunningProduct, startProduct } from "../running-product.ts";
import type { CrashPoint } from "./crash-point.ts";
import { MIGRATING, makeOldDatabase, rewrapCredentials } from "./crash-programs.ts";
import { type PaperExchange, startPaperExchange } from "./paper-exchange.ts";
import type { Scene, Stage } from "./scenes.ts";
import { signUpTrader, type Trader } from "./trader.ts";

export const HOOK = `--import ${new URL("crash-hook.mjs", import.meta.url).href}`;

export interface Combination {
  readonly protocol: "alpaca" | "etrade";
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
}

/** The product on one database and the exchange beside it, over many lives. */
export interface MatrixWorld {
  readonly exchange: PaperExchange;
  readonly product: RunningProduct;
  readonly journal: string;
  readonly env: Record<string, string>;
  /** Begins on a database of an older version; dies as its tables are brought up to date, or not. */
  begin(isKilled: boolean): Promise<void>;
  /** Plays the scene to its death, and starts again what died. Rejects where it was not killed there. */
  live(scene: Scene): Promise<Trader>;
  /** Goes on under another credentials key; putting the secrets under it dies on the way. */
  rewrap(): Promise<void>;
  /** Everything that its programs have said, over all lives. */
  printed(): string;
  /** Somebody who has only just come. */
  trader(): Promise<Trader>;
  close(): Promise<void>;
}

export async function openMatrixWorld(combination: Combination): Promise<MatrixWorld> {
  const folder = await mkdtemp(join(tmpdir(), "sevenfold-kill-matrix-"));
  const journal = join(folder, "journal.jsonl");
  const exchange = await startPaperExchange(journal);
  const env: Record<string, string> = {
    DATA_DIR: folder,
    EXCHANGE_URL: exchange.process.url,
    LOG_LEVEL: "info",
    NODE_OPTIONS: HOOK,
    CREDENTIALS_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_REGISTER: "100000",
    RATE_LIMIT_ADDRESS: "1000000",
    RATE_LIMIT_USER: "1000000",
    ...(combination.databaseUrl !== undefined && { DATABASE_URL: combination.databaseUrl }),
  };
  await makeOldDatabase({ dataFolder: folder, databaseUrl: combination.databaseUrl });
  const product = await startProduct(env, ["serve"], { isBegun: false });
  const trader = async () => signUpTrader(product.url, exchange, combination.protocol);
  let rewrapped = "";
  return {
    trader,
    printed: () => product.printed() + rewrapped,
    async begin(isKilled) {
      if (isKilled) {
        product.begin();
        await armed(product, MIGRATING);
        requireDeath(MIGRATING.name, product, await product.ended());
      }
      await product.restart();
    },
    async rewrap() {
      await product.stop();
      rewrapped = await rewrapCredentials(env);
      await product.restart();
    },
    exchange,
    product,
    journal,
    env,
    async live(scene) {
      const whose = await trader();
      const arm = (steps: CrashPoint["steps"]) => armed(product, { name: scene.point, steps });
      const stage: Stage = {
        trader: whose,
        exchange,
        product,
        arm,
        async beginArmed(steps) {
          product.begin();
          await arm(steps);
        },
      };
      requireDeath(scene.point, product, await playedToDeath(scene, stage));
      await exchange.breaks([]);
      await product.restart();
      return whose;
    },
    async close() {
      await product.dispose();
      await exchange.process.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function requireDeath(
  point: string,
  { printed }: RunningProduct,
  signal: NodeJS.Signals | undefined,
): void {
  if (signal !== "SIGKILL" || !printed().includes(`killed at ${point}: `))
    throw new Error(`${point} was not met. The product said:\n${printed()}`);
}

async function armed(product: RunningProduct, point: CrashPoint): Promise<void> {
  const answer = (await product.tell(point)) as { readonly armed?: string };
  if (answer.armed !== point.name) throw new Error(`The preload answered ${answer.armed}.`);
}

/** How long a point may be waited for: a reconciliation and a lease are among what leads there. */
const MET_WITHIN_MS = 120_000;

/** The play breaks off as the process dies, which is what it is for. */
async function playedToDeath(scene: Scene, stage: Stage): Promise<NodeJS.Signals | undefined> {
  const { ended, printed } = stage.product;
  const before = printed().length;
  let reason: unknown;
  const played = scene.play(stage).catch((error: unknown) => {
    // What the product itself refused leads nowhere; that it is gone is what all waits for.
    if (!(error instanceof TypeError)) throw error;
    reason = error;
  });
  const patience = new AbortController();
  const tooLate = pause(MET_WITHIN_MS, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`${scene.point} was not met (${reason}):\n${printed().slice(before)}`);
  });
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([played.then(ended), tooLate]);
  } finally {
    patience.abort();
  }
}
