import type { Money } from "@sevenfold/domain/money";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";

/** What is told of an account of the world. */
export interface AccountWishes {
  readonly strategy?: Partial<Strategy>;
  readonly limits?: Partial<RiskLimits>;
  readonly cash?: Money;
  readonly automationEnabled?: boolean;
  readonly stopAtBroker?: boolean;
  /** The venue returns none of our keys, and tells fills in sums. */
  readonly isKeyless?: boolean;
}

/** What one account has otherwise than the first. */
export interface AccountShape extends AccountWishes {
  /** Accounts of one number belong to one user; the first account is of user 0. */
  readonly user: number;
}
