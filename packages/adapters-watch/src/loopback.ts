/** Whether the name leads to this machine and nowhere else. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** An address to which a secret may be sent: by TLS, or within this machine. */
export const isGuarded = ({ hostname, protocol }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
