import type { IncomingMessage } from "node:http";

import type { EtradeDesk } from "./etrade-desk.ts";
import { escaped } from "./etrade-xml.ts";
import type { ExchangeContext } from "./exchange-http.ts";

const BODY_BYTES_MAX = 4_096;

/**
 * The page on which the owner of a paper account lets a program in, and is shown the code to type
 * there. Whoever is on this machine owns the paper accounts of its exchange.
 */
export async function authorizePage({ tokens }: EtradeDesk, ctx: ExchangeContext): Promise<void> {
  const query = new URLSearchParams(ctx.querystring);
  const key = query.get("key") ?? "";
  const requestToken = query.get("token") ?? "";
  const signIn = tokens.pending(requestToken);
  if (!signIn || key === "")
    return page(ctx, 400, "This request is over", [
      "Requests to be let in are good for five minutes and one use. Go back and begin again.",
    ]);
  if (ctx.method === "GET")
    return page(
      ctx,
      200,
      "Let Sevenfold trade on your paper account?",
      [
        `The program with the consumer key ${key} wants to see this paper account and to trade on it until midnight in New York.`,
        "No real money is involved: this is the built-in exchange, speaking as E*TRADE does.",
      ],
      FORM,
    );
  const said = await formOf(ctx.req);
  if (said?.get("answer") !== "accept") {
    tokens.decline(requestToken);
    return page(ctx, 200, "Not let in", ["The program was not let in. Close this page."]);
  }
  const verifier = tokens.accept(signIn);
  page(
    ctx,
    200,
    "Type this code into Sevenfold",
    ["It is good for five minutes from when you began, once."],
    `<output>${escaped(verifier)}</output>`,
  );
}

const FORM =
  '<form method="post"><button name="answer" value="accept">Accept</button>' +
  '<button name="answer" value="decline">Decline</button></form>';

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1rem;color:#0f172a}" +
  "button{font:inherit;padding:.6rem 1.4rem;margin-right:.75rem;border:1px solid #cbd5e1;border-radius:.5rem;cursor:pointer}" +
  "output{display:inline-block;font:600 2rem/1 ui-monospace,monospace;letter-spacing:.3rem;padding:1rem 1.25rem;border:1px solid #cbd5e1;border-radius:.5rem}";

function page(
  ctx: ExchangeContext,
  status: number,
  title: string,
  sentences: readonly string[],
  after = "",
): void {
  const text = sentences.map((sentence) => `<p>${escaped(sentence)}</p>`).join("");
  ctx.status = status;
  ctx.set({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy":
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  });
  ctx.body =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1>${text}${after}</body></html>`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = "";
  for await (const part of request as AsyncIterable<Buffer>) {
    text += part.toString("utf8");
    if (BODY_BYTES_MAX < text.length) return undefined;
  }
  return new URLSearchParams(text);
}
