/** Structured log. Never given a secret, a password or a token. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void;
  error(event: string, facts?: Readonly<Record<string, unknown>>): void;
}
