import type { Instant, Ticker } from "@sevenfold/domain/market";
import { stockOf } from "@sevenfold/domain/stocks";
import type { Clock } from "../ports/clock.ts";
import type { Companies, Company, CompanyNames } from "../ports/companies.ts";
import { oneLine } from "../ports/one-line.ts";

const KEPT_MS = 24 * 60 * 60_000;
/** A provider that cannot say now may say later. */
const FAILED_MS = 5 * 60_000;
const COMPANIES_MAX = 5_000;
const ASKED_AT_ONCE_MAX = 10;
/** A page waits no longer for a name. */
const PATIENCE_MS = 3_000;
const NAME_MAX = 100;

interface Known {
  readonly name: string;
  readonly until: Instant;
}

/** The companies that ship with the product, and the names of others, asked for once a day. */
export function knownCompanies(
  names: CompanyNames | undefined,
  clock: Pick<Clock, "now" | "sleep">,
): Companies {
  const known = new Map<Ticker, Known>();
  const asked = new Map<Ticker, Promise<void>>();

  const keep = (ticker: Ticker, name: string, forMs: number) => {
    known.delete(ticker);
    known.set(ticker, { name, until: (clock.now() + forMs) as Instant });
    for (const oldest of known.keys()) {
      if (known.size <= COMPANIES_MAX) return;
      known.delete(oldest);
    }
  };

  const ask = async (ticker: Ticker, from: CompanyNames) => {
    try {
      const name = (await from.nameOf(ticker))?.replace(/\s+/g, " ").trim() || ticker;
      keep(ticker, oneLine(name, NAME_MAX), KEPT_MS);
    } catch {
      // What was known before is better than the bare symbol.
      keep(ticker, known.get(ticker)?.name ?? ticker, FAILED_MS);
    } finally {
      asked.delete(ticker);
    }
  };

  const lookUp = (ticker: Ticker): Promise<void> | undefined => {
    const isFresh = clock.now() < (known.get(ticker)?.until ?? 0);
    if (isFresh || stockOf(ticker) || !names) return undefined;
    if (!asked.has(ticker) && asked.size < ASKED_AT_ONCE_MAX) asked.set(ticker, ask(ticker, names));
    return asked.get(ticker);
  };

  const companyOf = (ticker: Ticker): Company => {
    const stock = stockOf(ticker);
    if (stock) return { ticker, name: stock.name, sector: stock.sector };
    return { ticker, name: known.get(ticker)?.name ?? ticker, sector: "Unknown" };
  };

  return {
    async of(tickers) {
      const answers = tickers.flatMap((ticker) => lookUp(ticker) ?? []);
      if (0 < answers.length) {
        const done = new AbortController();
        await Promise.race([Promise.all(answers), clock.sleep(PATIENCE_MS, done.signal)]);
        done.abort();
      }
      return tickers.map(companyOf);
    },
  };
}
