import type { Instant } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";

export interface Portfolio {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly goalAmount: Money;
  readonly createdAt: Instant;
}

export interface PortfolioReader {
  ofUser(userId: string): Promise<Portfolio | undefined>;
}

export interface PortfolioStore extends PortfolioReader {
  add(portfolio: Portfolio): Promise<void>;
  /** Changes the row through a pure function, with the row locked. Throws when there is none. */
  change(id: string, change: (portfolio: Portfolio) => Portfolio): Promise<Portfolio>;
}
