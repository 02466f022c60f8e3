import { type Configuration, ConfigurationError } from "./configuration.ts";

/** Throws where a process lacks what all that work together must have in common. */
export function requireCommon(
  command: string,
  { credentialsKey, databaseUrl, exchangeUrl }: Configuration,
): void {
  const missing = [
    databaseUrl === undefined
      ? ["DATABASE_URL: the PostgreSQL database of all of them, postgres://…"]
      : [],
    exchangeUrl === undefined
      ? ["EXCHANGE_URL: where `sevenfold exchange` runs, such as http://127.0.0.1:4100"]
      : [],
    credentialsKey === undefined
      ? ["CREDENTIALS_KEY: what brokers' keys are sealed under; `sevenfold credentials new-key`"]
      : [],
  ].flat();
  if (missing.length === 0) return;
  const lines = missing.map((line) => `  ${line}`).join("\n");
  throw new ConfigurationError(
    `sevenfold ${command} works beside other processes and needs what they have in common:\n` +
      `${lines}\n\`sevenfold serve\` needs none of it.`,
  );
}
