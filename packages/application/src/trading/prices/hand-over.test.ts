import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { openHandOver } from "./hand-over.ts";

describe("a hand-over", () => {
  it("lets go of its signal, and of whoever still gives, as that aborts", async () => {
    const ending = new AbortController();
    const handOver = openHandOver<number>(ending.signal);
    const given = handOver.give(1);
    expect(getEventListeners(ending.signal, "abort")).toHaveLength(1);

    ending.abort();

    await given;
    expect(getEventListeners(ending.signal, "abort")).toHaveLength(0);
  });
});
