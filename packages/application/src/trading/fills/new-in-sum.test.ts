import { shares } from "@sevenfold/domain/money";
import { expect, it } from "vitest";
import { someExecution } from "../../testing/broker-world.ts";
import { NOON, someOrder } from "../../testing/storage-rows.ts";
import { newInSum } from "./new-in-sum.ts";

it("says of the new part of a sum how many were ordered in all, whatever was said beside it", () => {
  const sum = someExecution("sum", NOON, {
    quantity: shares(4),
    ordered: shares(4),
    asSum: { ordered: shares(10), placedAt: NOON },
  });

  expect(newInSum(sum, someOrder("an account"))).toMatchObject({ ordered: 10, quantity: 4 });
  const whole = newInSum(sum, undefined);
  expect(whole).toMatchObject({ ordered: 4 });
  expect(whole).not.toHaveProperty("asSum");
});

it("is as many as were filled of an order that a split has made smaller, whoever placed it", () => {
  const sum = someExecution("sum", NOON, {
    quantity: shares(2),
    asSum: { ordered: shares(2), placedAt: NOON },
  });

  for (const origin of ["automated", "external", "manual"] as const)
    expect(newInSum(sum, someOrder("an account", { origin }))).toMatchObject({ quantity: 2 });
});
