// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ORDERS } from "../testing/invented-rows.ts";
import { DecidedOn } from "./decided-on.tsx";

const [ordered] = ORDERS;
const textOf = (change: Partial<NonNullable<typeof ordered>>) =>
  render(<DecidedOn order={{ ...ordered!, ...change }} />).container.textContent;

describe("what an order was decided on", () => {
  it("names the provider and the time of its price", () => {
    expect(textOf({})).toBe("Invented Prices · 10:19:58 ET");
    expect(textOf({ priceAt: "2025-11-21T15:19:45.000Z" })).not.toContain("late");
  });

  it("says how old it was by then, where it was late", () => {
    expect(textOf({ priceAt: "2025-11-21T15:19:44.000Z" })).toBe(
      "Invented Prices · 10:19:44 ET · late: 16s old by then",
    );
    expect(textOf({ priceAt: "2025-11-21T15:04:00.000Z" })).toContain("late: 16m old by then");
  });

  it("says why there is none", () => {
    const none = { provider: null, providerName: null, priceAt: null };
    expect(textOf(none)).toBe("No price: none was known");
    expect(textOf({ ...none, origin: "external" })).toBe("Nothing here: placed at the broker");
  });
});
