import { createServer } from "node:net";
import type { Configuration } from "../compose/configuration.ts";
import type { Role } from "../compose/product.ts";
import { startFailureOf } from "./start-failure.ts";

type Places = Pick<
  Configuration,
  "dataFolder" | "exchange" | "exchangeUrl" | "healthPort" | "host" | "port"
>;

/**
 * Throws where an address that is about to be listened on is not to be had: said before a database
 * is opened and brought up to date for a process that would end at once.
 */
export async function requireFreePorts(places: Places, roles: readonly Role[]): Promise<void> {
  for (const { host, port } of addressesOf(places, roles)) {
    const refusal = await listenOn(port, host);
    if (refusal !== undefined) throw startFailureOf(refusal, places) ?? refusal;
  }
}

/** What the system says against listening there; nothing listens any more when it is answered. */
export const listenOn = (port: number, host: string): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

/** What the settings name; where they leave a port open, any is free. */
function addressesOf(
  { exchange, exchangeUrl, healthPort, host, port }: Places,
  roles: readonly Role[],
): readonly { readonly host: string; readonly port: number }[] {
  const own = roles.includes("api") ? port : healthPort;
  return [
    ...(own === undefined ? [] : [{ host, port: own }]),
    ...(exchangeUrl === undefined ? [{ host: "127.0.0.1", port: exchange.port }] : []),
  ].filter((address) => address.port !== 0);
}
