import { instant, type Ticker } from "@sevenfold/domain/market";
import { STOCKS } from "@sevenfold/domain/stocks";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../broker-kit/simulated/virtual-clock.ts";
import type { CompanyNames } from "../ports/companies.ts";
import { drain } from "../testing/trading-world.ts";
import { knownCompanies } from "./known-companies.ts";

const [AAPL, ABC, XYZ] = ["AAPL", "ABC", "XYZ"] as [Ticker, Ticker, Ticker];
const START = Date.UTC(2026, 10, 20, 19);
const DAY_MS = 24 * 3_600_000;

describe("what companies are called", () => {
  it("is known of those that ship with the product, without asking anybody", async () => {
    const { asked, companies } = opened(async () => "Somebody else");
    const found = await companies.of(STOCKS.map(({ ticker }) => ticker));
    expect(found).toEqual(STOCKS.map(({ ticker, name, sector }) => ({ ticker, name, sector })));
    expect(asked).toEqual([]);
  });

  it("is asked once a day of others, in the order they were named in", async () => {
    const { asked, clock, companies } = opened(async (ticker) => ` ${ticker}\n Corporation `);
    const both = [XYZ, AAPL, ABC];
    const first = await companies.of(both);
    expect(first.map(({ name }) => name)).toEqual([
      "XYZ Corporation",
      "Apple Inc.",
      "ABC Corporation",
    ]);
    expect(first[0]!.sector).toBe("Unknown");
    await Promise.all([companies.of(both), companies.of(both)]);
    expect(asked).toEqual([XYZ, ABC]);

    await clock.pass(DAY_MS);
    await companies.of([ABC]);
    expect(asked).toEqual([XYZ, ABC, ABC]);
  });

  it("is the ticker where nobody knows it, or nobody is asked", async () => {
    const unknown = { ticker: ABC, name: "ABC", sector: "Unknown" };
    expect(await opened(async () => undefined).companies.of([ABC])).toEqual([unknown]);
    const clock = new VirtualClock(instant(START), drain);
    expect(await knownCompanies(undefined, clock).of([ABC])).toEqual([unknown]);
  });

  it("is asked for again some minutes after a failure, and stays what it was meanwhile", async () => {
    let isAway = false;
    const { asked, clock, companies } = opened(async () => {
      if (isAway) throw new Error("ECONNREFUSED");
      return "A B C";
    });
    await companies.of([ABC]);
    isAway = true;
    await clock.pass(DAY_MS);
    expect(await companies.of([ABC])).toMatchObject([{ name: "A B C" }]);
    expect(await companies.of([XYZ])).toMatchObject([{ name: "XYZ" }]);
    await companies.of([XYZ]);
    expect(asked).toEqual([ABC, ABC, XYZ]);

    isAway = false;
    await clock.pass(5 * 60_000);
    expect(await companies.of([XYZ])).toMatchObject([{ name: "A B C" }]);
  });

  it("is waited for some seconds, by ten symbols at a time, and kept when it comes", async () => {
    let answer = (_: string): void => undefined;
    const slow = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const { asked, clock, companies } = opened(() => slow);
    const many = [..."ABCDEFGHIJKLMN"].map((letter) => `ZZ${letter}` as Ticker);
    const first = companies.of(many);
    await clock.pass(3_000);
    expect((await first).map(({ name }) => name)).toEqual(many);
    expect(asked).toHaveLength(10);

    answer("Slow Incorporated");
    await drain();
    expect((await companies.of(many.slice(0, 2))).map(({ name }) => name)).toEqual([
      "Slow Incorporated",
      "Slow Incorporated",
    ]);
  });
});

function opened(nameOf: CompanyNames["nameOf"]) {
  const clock = new VirtualClock(instant(START), drain);
  const asked: Ticker[] = [];
  const names: CompanyNames = {
    nameOf(ticker) {
      asked.push(ticker);
      return nameOf(ticker);
    },
  };
  return { asked, clock, companies: knownCompanies(names, clock) };
}
