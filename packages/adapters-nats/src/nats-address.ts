/** Where NATS servers are and who we are there, as `NATS_URL` says it. */
export interface NatsAddress {
  /** `host:port` of each server of the cluster; the client finds the others by itself. */
  readonly servers: readonly string[];
  readonly isEncrypted: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

/** An address that cannot be used, in words that say what to change, without its secrets. */
export class NatsAddressUnusable extends Error {
  override readonly name = "NatsAddressUnusable";
}

const SERVERS_MAX = 16;
const DEFAULT_PORT = "4222";

/**
 * `nats://host:4222`, `nats://user:password@host`, `nats://token@host`, `tls://…`; several servers of
 * one cluster are separated by commas, and share who we are.
 */
export function natsAddressOf(url: string): NatsAddress {
  const urls = url.split(",").map((each) => parsed(each.trim()));
  const [first] = urls;
  if (first === undefined || SERVERS_MAX < urls.length) throw unusable();
  if (urls.some(({ protocol }) => protocol !== first.protocol))
    throw new NatsAddressUnusable("must name all its servers by nats:// or all by tls://");
  const user = meant(first.username);
  const password = meant(first.password);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    isEncrypted: first.protocol === "tls:",
    ...(user === "" ? {} : password === "" ? { token: user } : { user, password }),
  };
}

/** What is written with escapes. */
function meant(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NatsAddressUnusable("has a % that begins no escape: write %25 for a percent sign");
  }
}

function parsed(text: string): URL {
  if (!/^(nats|tls):\/\//.test(text) || !URL.canParse(text)) throw unusable();
  const url = new URL(text);
  const isPlain = (url.pathname === "" || url.pathname === "/") && url.search + url.hash === "";
  if (url.hostname === "" || !isPlain) throw unusable();
  return url;
}

const unusable = () =>
  new NatsAddressUnusable(
    "must be a nats:// or tls:// address such as nats://127.0.0.1:4222, or several separated by commas",
  );
