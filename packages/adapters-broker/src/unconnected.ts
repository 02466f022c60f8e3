/** What undici and Node call a connection that never came about. */
const CODES: ReadonlySet<unknown> = new Set(["UND_ERR_CONNECT_TIMEOUT", "ENOTFOUND", "EAI_AGAIN"]);
const CAUSES_MAX = 3;

/**
 * Whether a call failed before a byte of it went out: no address, no host, nobody at the port. One
 * that broke off later, or ran out of time anywhere, is not among them.
 */
export function isUnconnected(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    if (isOfConnecting(current)) return true;
    current = current.cause;
  }
  return false;
}

/** A name with several addresses fails with an error for each of them. */
function isOfConnecting(error: Error): boolean {
  if (error instanceof AggregateError)
    return 0 < error.errors.length && error.errors.every(isUnconnected);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === "connect" || CODES.has(code);
}
