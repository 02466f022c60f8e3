import helmet from "koa-helmet";

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
export const securityHeaders = ({ secureCookies }: { readonly secureCookies: boolean }) =>
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

export const PERMISSIONS_POLICY = PERMISSIONS;
