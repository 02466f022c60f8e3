import type { Instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL } from "../../testing/trading-world.ts";
import { anchoredTrail } from "../account/anchored-trail.ts";
import { changedTrails } from "./changed-trails.ts";

const at = (ms: number) => ms as Instant;
const trail = anchoredTrail(undefined, { ticker: AAPL, price: price(900_000), at: at(60_000) });
const anchored = { kind: "anchored", ticker: AAPL, price: price(800_000) } as const;

describe("the trail of shares whose sale is taken back", () => {
  it("begins as that is booked", () => {
    expect(changedTrails([trail], anchored, at(90_000))).toMatchObject([
      { since: 90_000, high: 800_000, version: 2 },
    ]);
  });

  it("never begins before the fill it replaces, where the clock of who books it is behind", () => {
    expect(changedTrails([trail], anchored, at(30_000))).toMatchObject([
      { since: 60_000, lastAt: 60_000, high: 800_000, version: 2 },
    ]);
  });
});
