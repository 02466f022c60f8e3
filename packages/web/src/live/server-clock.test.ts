import { afterEach, describe, expect, it } from "vitest";
import { forgetServerTime, noteServerTime, serverNow } from "./server-clock.ts";

afterEach(forgetServerTime);
const aheadBy = () => Math.round((serverNow() - Date.now()) / 1_000);

describe("the server's time", () => {
  it("is the browser's own while nothing was heard", () => {
    expect(aheadBy()).toBe(0);
  });

  it("is what was said, whichever clock is wrong", () => {
    noteServerTime(Date.now() - 90_000);
    expect(aheadBy()).toBe(-90);
    forgetServerTime();

    noteServerTime(Date.now() + 90_000);
    expect(aheadBy()).toBe(90);
  });

  it("is put back by nothing that comes late", () => {
    noteServerTime(Date.now());
    noteServerTime(Date.now() - 30_000);

    expect(aheadBy()).toBe(0);
  });

  it("follows a clock that was set, after a few words", () => {
    noteServerTime(Date.now());
    for (let word = 0; word < 5; word += 1) noteServerTime(Date.now() - 3_600_000);

    expect(aheadBy()).toBe(-3_600);
  });

  it("is not made of what is no time", () => {
    noteServerTime(Number.NaN);
    noteServerTime(0);

    expect(aheadBy()).toBe(0);
  });
});
