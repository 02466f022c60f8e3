import { describeAnnouncer } from "@sevenfold/application/ports/announcer.conformance";
import { describe, expect, it, vi } from "vitest";
import { inProcessAnnouncer } from "./in-process-announcer.ts";

const opened = () => {
  const error = vi.fn();
  const quiet = () => undefined;
  return {
    announcer: inProcessAnnouncer({ info: quiet, warn: quiet, error }),
    error,
  };
};

describeAnnouncer("of one process", async () => opened().announcer);

describe("the announcer of one process", () => {
  it("tells the others when a listener fails, and logs it", () => {
    const { announcer, error } = opened();
    const [heard, missed] = [vi.fn(), vi.fn()];
    const fail = () => {
      throw new Error("deaf");
    };
    announcer.listen(fail, fail);
    announcer.listen(heard, missed);

    announcer.announce({ accountId: "a", userId: "u", topic: "orders" });
    announcer.missed();

    expect(heard).toHaveBeenCalledTimes(1);
    expect(missed).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledTimes(2);
  });
});
