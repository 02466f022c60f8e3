import type { BillingView } from "@sevenfold/contract/billing";
import { roundMoneyText } from "../ui/figures.ts";
import type { Plan } from "./plans.ts";

/** What is said of what can be bought. */
export type Sold = Pick<BillingView, "offers" | "trialDays">;

/** What a year of a plan costs in dollars: as it is sold now, or as it is listed while nobody says. */
export const yearOf = ({ id, perYear }: Plan, billing: Sold | undefined): number =>
  billing?.offers.find(({ plan }) => plan === id)?.perYear ?? perYear;

/** False where others are sold and this one is not. */
export const isSold = ({ id }: Plan, { offers }: Sold): boolean =>
  offers.length === 0 || offers.some(({ plan }) => plan === id);

/** What a checkout begins with: "7 days free, then $3,096 a year." */
export function termsOf(plan: Plan, billing: Sold): string {
  const year = roundMoneyText(yearOf(plan, billing));
  return 0 < billing.trialDays
    ? `${billing.trialDays} days free, then ${year} a year.`
    : `${year} a year, charged at once.`;
}
