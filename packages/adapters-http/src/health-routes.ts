import type { HttpContext, HttpNeeds, HttpOptions, Next } from "./http-needs.ts";
import { requireReading } from "./request-guard.ts";
import { timestampOrNull } from "./wire.ts";

/** `/healthz`: the process lives. `/readyz`: it can do its work. For whoever restarts it. */
export function healthRoutes(
  needs: HealthNeeds,
  { keptMs = READY_MS }: Pick<HttpOptions, "keptMs">,
) {
  const look = lookedAtMost(needs, keptMs);
  const answer = async (ctx: HttpContext): Promise<void> => {
    requireReading(ctx);
    ctx.set("Cache-Control", "no-store");
    ctx.body = { ok: true };
    if (ctx.path === "/healthz") return;
    const { exchange, isStored, lastPing } = await look();
    const isReady = isStored && (exchange === undefined || exchange === "writable");
    ctx.status = isReady ? 200 : 503;
    ctx.body = {
      ok: isReady,
      storage: isStored,
      prices: needs.prices.feed().isConnected,
      ...(exchange && { exchange }),
      // Only while it can be read: "never" and "not known" are two things.
      ...(isStored && { worker: { last_ping: timestampOrNull(lastPing) } }),
    };
  };
  return (ctx: HttpContext, next: Next): Promise<unknown> =>
    ctx.path === "/healthz" || ctx.path === "/readyz" ? answer(ctx) : next();
}

export type HealthNeeds = Pick<
  HttpNeeds,
  "clock" | "isExchangeWritable" | "isStorageWritable" | "log" | "prices" | "storage"
>;

/** Whoever asks is a stranger, and many may: all of a second get one answer. */
const READY_MS = 1_000;

function lookedAtMost(needs: HealthNeeds, everyMs: number) {
  let looking: ReturnType<typeof readinessOf> | undefined;
  let againAtMs = 0;
  return () => {
    const nowMs = needs.clock.monotonicMs();
    if (looking === undefined || againAtMs <= nowMs) {
      looking = readinessOf(needs);
      // While it is being looked nobody looks beside.
      againAtMs = Number.POSITIVE_INFINITY;
      void looking.then(() => {
        againAtMs = nowMs + everyMs;
      });
    }
    return looking;
  };
}

async function readinessOf({ isExchangeWritable, isStorageWritable, log, storage }: HealthNeeds) {
  const stored = await storage.read.workers.latest().then(
    (ping) => ({ isStored: isStorageWritable?.() ?? true, lastPing: ping?.at }),
    (error: unknown) => {
      log.error("storage-not-ready", { error: String(error) });
      return { isStored: false, lastPing: undefined };
    },
  );
  return { ...stored, exchange: await exchangeStateOf(isExchangeWritable) };
}

/** How the built-in exchange stands; undefined where there is none. */
async function exchangeStateOf(isWritable: HttpNeeds["isExchangeWritable"]) {
  if (isWritable === undefined) return undefined;
  return isWritable().then(
    (can) => (can ? "writable" : "not writable"),
    () => "not answering",
  );
}
