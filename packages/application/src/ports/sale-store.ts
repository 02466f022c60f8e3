import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Quantity } from "@sevenfold/domain/money";

/** Where the sale of one holding stands; the last three are final. */
export const SALE_STATES = [
  "pending",
  "canceling",
  "submitted",
  "sold",
  "partly-sold",
  "failed",
] as const;
export type SaleState = (typeof SALE_STATES)[number];

export interface SaleItem {
  readonly ticker: Ticker;
  /** Held when the sale began, and sold since by the sale's own order. */
  readonly shares: Quantity;
  readonly sold: Quantity;
  readonly state: SaleState;
  /** Of the order that sells it, once there is one. */
  readonly clientKey?: string;
  /** What became of it, for a person. */
  readonly message?: string;
}

/** Everything an account holds, sold at once: written down before anything is done. */
export interface Sale {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  /** The same request begins no second sale. */
  readonly requestKey: string;
  readonly startedAt: Instant;
  /** When its last item became final. */
  readonly endedAt?: Instant;
  /** Who runs it, and until when the others leave it to them. */
  readonly takenUp?: { readonly by: string; readonly until: Instant };
  readonly items: readonly SaleItem[];
}

export interface SaleStore {
  /** Records the sale, unless the user's request key is known: then the known one comes back. */
  add(sale: Sale): Promise<{ readonly sale: Sale; readonly isNew: boolean }>;
  byId(id: string): Promise<Sale | undefined>;
  /** Changes one sale through a pure function, with its row locked. Throws when there is none. */
  change(id: string, change: (sale: Sale) => Sale): Promise<Sale>;
  /** Those that have not ended, oldest first, at most a hundred. */
  open(): Promise<readonly Sale[]>;
}

export const OPEN_SALES_MAX = 100;
