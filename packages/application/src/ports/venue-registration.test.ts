import { describe, expect, it } from "vitest";

import { BY_KEYS, BY_USER, SOME_VENUES } from "../testing/some-venues.ts";
import { brokerName, venueDirectory } from "./venue-registration.ts";

describe("the venues there are", () => {
  it("are found by their ids, and by nothing else", () => {
    expect(SOME_VENUES.of(BY_USER.id)).toBe(BY_USER);
    expect(SOME_VENUES.of(BY_USER.name)).toBeUndefined();
    for (const id of ["constructor", "__proto__", ""]) expect(SOME_VENUES.of(id)).toBeUndefined();
  });

  it("have ids of their own, fit to be stored", () => {
    expect(() => venueDirectory([BY_KEYS, { ...BY_USER, id: BY_KEYS.id }])).toThrow("two venues");
    for (const id of ["", "Pocket", "a b", "-a", "a".repeat(33)])
      expect(() => venueDirectory([{ ...BY_KEYS, id }])).toThrow("no id of a venue");
  });

  it("name an account, also one whose venue is registered no more", () => {
    expect(brokerName(SOME_VENUES, { provider: "alpaca", venue: "paper" })).toBe("Alpaca");
    expect(brokerName(SOME_VENUES, { provider: "gone", venue: "live" })).toBe("gone");
    expect(brokerName(SOME_VENUES, { provider: "alpaca", venue: "built-in" })).toBe(
      "The built-in exchange",
    );
  });
});
