import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import type { PaidSubscription } from "../ports/payments.ts";
import { after, NOON, someUser } from "../testing/storage-rows.ts";
import { billedUser, GRACE_MS, standingOf } from "./billing-standing.ts";

const YEAR_MS = 365 * 24 * 3_600_000;
const ACTIVE: PaidSubscription = {
  id: "sub_1",
  customerId: "cus_1",
  status: "active",
  plan: "pro",
  createdAt: NOON,
  periodStartsAt: NOON,
  periodEndsAt: instant(NOON + YEAR_MS),
};

describe("what the payment provider says of a user", () => {
  it("is not taken back by an answer that was asked for before the one on record", () => {
    const canceled = standingOf([{ ...ACTIVE, status: "canceled", endedAt: after(9) }]);
    const user = billedUser(someUser(), canceled, after(10));
    expect(user).toMatchObject({ subscriptionStatus: "canceled", subscriptionEndsAt: after(9) });

    // It was on its way while the subscription ended.
    const standing = standingOf([ACTIVE]);
    expect(billedUser(user, standing, after(8))).toEqual(user);
    expect(billedUser(user, standing, after(11))).toMatchObject({
      ...{ subscriptionStatus: "active", billingReadAt: after(11) },
      subscriptionEndsAt: ACTIVE.periodEndsAt + GRACE_MS,
    });
  });

  it("counts also after a clock that was ahead has been set right", () => {
    const standing = standingOf([ACTIVE]);
    const read = { billingReadAt: after(3_600_000) };
    expect(billedUser(someUser(read), standing, after(1))).toMatchObject({
      ...{ subscriptionStatus: "active", billingReadAt: after(1) },
    });
  });
});
