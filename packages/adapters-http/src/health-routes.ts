import type { HttpContext, HttpNeeds, Next } from "./http-needs.ts";

/** `/healthz`: the process lives. `/readyz`: it can do its work. For whoever restarts it. */
export const healthRoutes =
  ({
    isExchangeWritable,
    isStorageWritable,
    log,
    prices,
    storage,
  }: Pick<HttpNeeds, "isExchangeWritable" | "isStorageWritable" | "log" | "prices" | "storage">) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    if (ctx.path !== "/healthz" && ctx.path !== "/readyz") return void (await next());
    ctx.set("Cache-Control", "no-store");
    ctx.body = { ok: true };
    if (ctx.path === "/healthz") return;
    const isStored = await storage.read.workers.latest().then(
      () => isStorageWritable?.() ?? true,
      (error: unknown) => {
        log.error("storage-not-ready", { error: String(error) });
        return false;
      },
    );
    const exchange = await exchangeStateOf(isExchangeWritable);
    const isReady = isStored && (exchange === undefined || exchange === "writable");
    ctx.status = isReady ? 200 : 503;
    ctx.body = {
      ok: isReady,
      storage: isStored,
      prices: prices.feed().isConnected,
      ...(exchange && { exchange }),
    };
  };

/** How the built-in exchange stands; undefined where there is none. */
async function exchangeStateOf(isWritable: HttpNeeds["isExchangeWritable"]) {
  if (isWritable === undefined) return undefined;
  return isWritable().then(
    (can) => (can ? "writable" : "not writable"),
    () => "not answering",
  );
}
