import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const LINE = { method: "get", path: "/api/line", input: z.object({}), output: z.null() } as const;

describe("a line of the contract", () => {
  it("does not compile without a token rule", () => {
    endpoint({ ...LINE, access: "signed-in", tokens: "manage" });
    // @ts-expect-error: it says nothing of tokens.
    endpoint({ ...LINE, access: "signed-in" });
    // @ts-expect-error: it says nothing of tokens.
    const line = endpoint({ ...LINE, access: "anyone" });

    expect(line.tokens).toBeUndefined();
  });

  it("does not compile where it asks programs for more than it asks anyone for", () => {
    // @ts-expect-error: whoever has no token at all may call it.
    const line = endpoint({ ...LINE, access: "anyone", tokens: "trade" });

    expect(line.access).toBe("anyone");
  });
});
