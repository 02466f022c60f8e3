import { describe, expect, it } from "vitest";
import { providerNameOf } from "./provider-name.ts";

const NAMES = new Map([["some-prices", "Some Prices"]]);

describe("the provider of an order's price", () => {
  it("is called what people call it, and by its id where it is none of today's", () => {
    expect(providerNameOf("some-prices", NAMES)).toBe("Some Prices");
    expect(providerNameOf("gone-prices", NAMES)).toBe("gone-prices");
  });

  it("is nobody where no price was known", () => {
    expect(providerNameOf(undefined, NAMES)).toBeNull();
  });
});
