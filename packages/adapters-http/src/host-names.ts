import { isIP } from "node:net";

import type { HttpContext, HttpOptions } from "./http-needs.ts";

type Named = Pick<HttpOptions, "allowedHosts" | "host" | "publicUrl">;

/** Every address of the machine. */
const EVERYWHERE = new Set(["0.0.0.0", "::"]);

/**
 * Whether the product is open under what a Host header says. A browser that a foreign page's name
 * was led here says that name, and is refused; an address says where the browser really went, so
 * where every address is listened on each of them will do.
 */
export function knownHosts({ allowedHosts = [], host, publicUrl }: Named) {
  const names = new Set(allowedHosts.map(nameIn));
  if (publicUrl !== undefined) names.add(nameIn(new URL(publicUrl).host));
  if (!EVERYWHERE.has(host)) names.add(nameIn(host.includes(":") ? `[${host}]` : host));
  const isKnown = (given: string): boolean => {
    const name = nameIn(given);
    return isOfThisMachine(name) || names.has(name) || (EVERYWHERE.has(host) && isIP(name) !== 0);
  };
  // Request after request says the same name.
  let last: string | undefined;
  return (given: string): boolean => {
    if (given === last) return true;
    if (!isKnown(given)) return false;
    last = given;
    return true;
  };
}

/**
 * Whether somebody on this very machine asks, by its own name. What a proxy on it passes on comes
 * from wherever the proxy was asked from.
 */
export function isAskedHere({ req }: HttpContext): boolean {
  return (
    isLoopback(req.socket.remoteAddress ?? "") &&
    isOfThisMachine(nameIn(req.headers.host ?? "")) &&
    !Object.keys(req.headers).some((name) => FORWARDING.test(name))
  );
}

const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/;

const isOfThisMachine = (name: string): boolean =>
  name === "localhost" || (isIP(name) !== 0 && isLoopback(name));

const isLoopback = (address: string): boolean =>
  address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");

/** Without its port, its case, the brackets of IPv6 and the dot that may end a name. */
const nameIn = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^\[(.+)\]$/, "$1")
    .replace(/(?<=[^.])\.$/, "");
