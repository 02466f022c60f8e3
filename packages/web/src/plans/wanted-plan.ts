import { PLANS, type Plan } from "./plans.ts";

const FIELD = "plan";

/** The plan that was pressed before its visitor had an account, as the address carries it along. */
export const wantedPlanIn = (query: URLSearchParams): Plan | undefined =>
  PLANS.find(({ id }) => id === query.get(FIELD));

/** Through the sign-up, and from there back to the plan. */
export const signUpFor = ({ id }: Plan): string => `/auth?tab=sign-up&${FIELD}=${id}`;

/** Where a plan that was chosen waits to be bought: nothing is bought by an address alone. */
export const pricingOf = ({ id }: Plan): string => `/pricing?${FIELD}=${id}`;
