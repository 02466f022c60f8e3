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

/** What is done at once: open orders are taken back, and then, of a sale, everything is sold. */
export const SALE_KINDS = ["sell-all", "cancel-all"] as const;

/** Everything an account has open, and mostly also what it holds: written down before anything is done. */
export interface Sale {
  readonly id: string;
  readonly kind: (typeof SALE_KINDS)[number];
  readonly accountId: string;
  readonly userId: string;
  /** The same request begins no second sale. */
  readonly requestKey: string;
  readonly startedAt: Instant;
  /** When its last item became final. */
  readonly endedAt?: Instant;
  /** Who runs it, and until when by the storage's clock the others leave it to them. */
  readonly takenUp?: { readonly by: string; readonly until: Instant };
  /** Keys of the orders that were open when it began; each of them is to be canceled. */
  readonly cancels: readonly string[];
  /** None where only orders are taken back. */
  readonly items: readonly SaleItem[];
}

export interface SaleReader {
  byId(id: string): Promise<Sale | undefined>;
  /** What an account has at work: what has not ended, sales first, then the oldest; at most a hundred. */
  atWork(accountId: string): Promise<readonly Sale[]>;
  /**
   * What has not ended and nobody runs, by the storage's own clock: the oldest first, at most a hundred.
   */
  unattended(): Promise<readonly Sale[]>;
}

export interface SaleStore extends SaleReader {
  /** Records the sale, unless the user's request key is known: then the known one comes back. */
  add(sale: Sale): Promise<{ readonly sale: Sale; readonly isNew: boolean }>;
  /** Changes one sale through a pure function, with its row locked. Throws when there is none. */
  change(id: string, change: (sale: Sale) => Sale): Promise<Sale>;
  /**
   * Takes up or renews for that long from now, by the storage's own clock: those of processes differ.
   * False while another has it, and where it has ended.
   */
  takeUp(wanted: {
    readonly saleId: string;
    readonly by: string;
    readonly durationMs: number;
  }): Promise<boolean>;
}

export const SALES_TOLD_MAX = 100;
