import type { HttpContext, HttpNeeds, Next } from "./http-needs.ts";

/** `/healthz`: the process lives. `/readyz`: it can do its work. For whoever restarts it. */
export const healthRoutes =
  ({ log, prices, storage }: Pick<HttpNeeds, "log" | "prices" | "storage">) =>
  async (ctx: HttpContext, next: Next): Promise<void> => {
    if (ctx.path !== "/healthz" && ctx.path !== "/readyz") return void (await next());
    ctx.set("Cache-Control", "no-store");
    ctx.body = { ok: true };
    if (ctx.path === "/healthz") return;
    const isStored = await storage.read.workers.latest().then(
      () => true,
      (error: unknown) => {
        log.error("storage-not-ready", { error: String(error) });
        return false;
      },
    );
    ctx.status = isStored ? 200 : 503;
    ctx.body = { ok: isStored, storage: isStored, prices: prices.feed().isConnected };
  };
