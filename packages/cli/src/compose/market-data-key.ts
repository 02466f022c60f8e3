import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ExchangeLink } from "@sevenfold/adapters-broker/exchange/exchange-link";
import type { Clock } from "@sevenfold/application/ports/clock";
import { NO_MONEY } from "@sevenfold/domain/money";
import { z } from "zod";

const KeyFile = z.object({ keyId: z.string(), secretKey: z.string() });
export type MarketDataKey = z.infer<typeof KeyFile>;

/**
 * The key under which the product itself reads prices on the built-in exchange: an account without
 * money, the same one at every start.
 */
export async function marketDataKey(
  { paperVenue }: Pick<ExchangeLink, "paperVenue">,
  path: string,
  clock: Pick<Clock, "now">,
): Promise<MarketDataKey> {
  const kept = await readKept(path);
  if (kept && (await paperVenue.hasIssued(kept.keyId))) return kept;
  const { keyId, secretKey } = await paperVenue.openAccount({
    cash: NO_MONEY,
    openedAt: clock.now(),
    history: [],
  });
  // Of a household's keys this may be the only one.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, JSON.stringify({ keyId, secretKey }), { mode: 0o600 });
  return { keyId, secretKey };
}

async function readKept(path: string): Promise<MarketDataKey | undefined> {
  try {
    return KeyFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // Absent or cut short: a new account costs nothing.
    return undefined;
  }
}
