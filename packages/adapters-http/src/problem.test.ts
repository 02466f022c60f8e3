import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { describe, expect, it } from "vitest";
import { problemOf, refusalOf } from "./problem.ts";
import { RequestRefused } from "./refusals.ts";

describe("problemOf", () => {
  it("gives the refusal's kind as the code and its facts as a sentence", () => {
    expect(problemOf({ kind: "order-not-open", status: "filled" })).toEqual({
      status: 409,
      body: {
        code: "order-not-open",
        error: "The order is not open",
        details: "The order is already filled.",
      },
    });
  });
});

describe("refusalOf", () => {
  it("tells a refusal, an outage and our own mistake apart", () => {
    expect(refusalOf(new RequestRefused({ kind: "not-found" }), "r1")).toEqual({
      kind: "not-found",
    });
    expect(refusalOf(new BrokerUnavailable("network", "10.0.0.7"), "r1")).toEqual({
      kind: "temporarily-unavailable",
    });
    expect(refusalOf(new TypeError("x is undefined"), "r1")).toEqual({
      kind: "internal-error",
      requestId: "r1",
    });
  });
});
