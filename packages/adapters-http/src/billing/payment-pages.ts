import type { HttpContext, HttpNeeds, HttpOptions, Next } from "../http-needs.ts";
import { RequestRefused } from "../refusals.ts";
import { bytesOf } from "../request-bytes.ts";
import { isSameOrigin, originOf } from "../request-guard.ts";
import type { PaymentPageAnswer, PaymentPages } from "./simulated-pages.ts";

const FORM_BYTES_MAX = 8 * 1_024;

/**
 * Serves them to whoever has their address, which nobody can guess. A form counts only where it was
 * sent from one of these pages.
 */
export function servePaymentPages(
  { paymentPages }: Pick<HttpNeeds, "paymentPages">,
  options: Pick<HttpOptions, "publicUrl">,
) {
  const publicOrigin = originOf(options);
  const answerOn = async (ctx: HttpContext, pages: PaymentPages): Promise<void> => {
    ctx.state.routePath = pages.path;
    const isSent = ctx.method === "POST";
    if (isSent && !isSameOrigin(ctx, publicOrigin))
      throw new RequestRefused({ kind: "cross-origin" });
    if (!isSent && ctx.method !== "GET" && ctx.method !== "HEAD")
      throw new RequestRefused({ kind: "method-not-allowed", allowed: ["GET", "HEAD", "POST"] });
    const answer = pages.answer({
      method: isSent ? "POST" : "GET",
      path: ctx.path.slice(pages.path.length),
      form: isSent ? await formOf(ctx) : {},
    });
    ctx.set("Cache-Control", "no-store");
    // Without it a browser that says nothing else would not say either where a form comes from.
    ctx.set("Referrer-Policy", "same-origin");
    send(ctx, answer);
  };
  return (ctx: HttpContext, next: Next): Promise<unknown> =>
    paymentPages && ctx.path.startsWith(`${paymentPages.path}/`)
      ? answerOn(ctx, paymentPages)
      : next();
}

async function formOf(ctx: HttpContext): Promise<Record<string, string>> {
  const body = await bytesOf(ctx, FORM_BYTES_MAX);
  return Object.fromEntries(new URLSearchParams(body.toString("utf8")));
}

function send(ctx: HttpContext, answer: PaymentPageAnswer): void {
  if ("leadsTo" in answer) {
    ctx.status = 303;
    ctx.set("Location", answer.leadsTo);
    ctx.body = "";
    return;
  }
  ctx.status = answer.status;
  ctx.type = "text/html; charset=utf-8";
  ctx.body = answer.html;
}
