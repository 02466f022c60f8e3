import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ParameterizedContext } from "koa";
import helmet from "koa-helmet";

import type { HttpContext, HttpOptions, Next } from "./http-needs.ts";

type Wishes = Pick<HttpOptions, "secureCookies">;

const NOTHING = ["'none'"];
const SELF = ["'self'"];

/** Features of browsers we use none of. */
const PERMISSIONS = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Our own pages and nothing else. Inline styles: chart, toast and dialog libraries inject them. */
const helmetOf = ({ secureCookies }: Wishes) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: NOTHING,
        scriptSrc: SELF,
        styleSrc: [...SELF, "'unsafe-inline'"],
        fontSrc: SELF,
        manifestSrc: SELF,
        workerSrc: SELF,
        imgSrc: [...SELF, "data:"],
        connectSrc: SELF,
        frameAncestors: NOTHING,
        baseUri: NOTHING,
        formAction: SELF,
        objectSrc: NOTHING,
      },
    },
    // Only where TLS is in front: over plain HTTP it would be ignored, and wrong.
    strictTransportSecurity: secureCookies
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: "no-referrer" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
  });

/** Sets on every answer the same headers, made once. */
export async function securityHeaders(wishes: Wishes) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  await helmetOf(wishes)({ req: request, res: response } as ParameterizedContext, async () => {});
  const headers = Object.entries({
    ...response.getHeaders(),
    "permissions-policy": PERMISSIONS,
  }).map(([name, value]) => [name, String(value)] as const);
  return ({ res }: HttpContext, next: Next): Promise<unknown> => {
    for (const [name, value] of headers) res.setHeader(name, value);
    return next();
  };
}
