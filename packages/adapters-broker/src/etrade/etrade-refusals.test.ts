import { describe, expect, it } from "vitest";
import { answerFrom } from "./etrade-answer.ts";
import { isDuplicateKey, isStalePreview, isTooLate, refusalFrom } from "./etrade-refusals.ts";

describe("what E*TRADE refuses", () => {
  it.each([
    [400, '{"Error":{"code":102,"message":"Please enter valid Account Key"}}', "request", 102],
    [401, '{"Error":{"message":"oauth_problem=token_expired"}}', "authorisation", undefined],
    [401, '{"Error":{"message":"oauth_problem=consumer_key_unknown"}}', "keys", undefined],
    [401, '{"Error":{"message":"oauth_problem=signature_invalid"}}', "keys", undefined],
    [401, '{"Error":{"message":"oauth_problem=timestamp_refused"}}', "clock", undefined],
    [401, "<html><body>Unauthorized</body></html>", "authorisation", undefined],
    [400, '{"Error":{"message":"oauth_problem=token_rejected"}}', "authorisation", undefined],
    [
      403,
      "<Error><message>oauth_problem=consumer_key_refused</message></Error>",
      "keys",
      undefined,
    ],
    [400, "<html><h1>oauth_problem=token_expired</h1></html>", "authorisation", undefined],
    [400, '{"Error":{"code":1,"message":"permission_denied for this symbol"}}', "request", 1],
    [
      500,
      "<Error><message>Unauthorized request - invalid Consumer key and/or session token</message></Error>",
      "authorisation",
      undefined,
    ],
    [
      400,
      "<Error><code>5001</code><message>This order is currently being executed or rejected.</message></Error>",
      "request",
      5001,
    ],
  ])("%i %s is a refusal of %s", (status, text, why, code) => {
    expect(answerFrom(status, text)).toMatchObject({
      kind: "refused",
      why,
      ...(code !== undefined && { code }),
    });
  });

  it.each([
    [400, "<html>Number of requests exceeded the rate limit set</html>"],
    [429, ""],
  ])("%i %s is one call too many", (status, text) => {
    expect(answerFrom(status, text)).toMatchObject({ kind: "not-sent", retryAfterMs: 60_000 });
  });

  it.each([
    [200, "<html>Number of requests exceeded the rate limit set</html>"],
    [
      500,
      '{"Error":{"code":100,"message":"The requested service is not currently available, please try after sometime."}}',
    ],
    [503, "<html>Service Unavailable</html>"],
    [400, "<html>Something else</html>"],
    [200, "<html>A page</html>"],
    [200, ""],
  ])("%i %s says nothing about the outcome", (status, text) => {
    expect(answerFrom(status, text).kind).toBe("lost");
  });

  it.each([
    [1037, "We did not find enough available shares of this security", "shares"],
    [undefined, "There is not enough purchasing power or funds in your account", "funds"],
    [undefined, "Please enter a valid symbol", "symbol"],
    [undefined, "Mars is in the wrong house", "other"],
  ] as const)("code %s, “%s”, is about %s", (code, message, cause) => {
    const answer = { kind: "refused", why: "request", message, ...(code && { code }) } as const;

    expect(refusalFrom(answer)).toEqual({ kind: "rejected", message, cause });
  });

  it("tells a stale preview, a late cancel and a known key apart", () => {
    const refused = (code: number, message: string) =>
      ({ kind: "refused", why: "request", code, message }) as const;
    const stale = refused(
      101,
      "For your protection, we have timed out your original order request.",
    );

    expect(isStalePreview(stale)).toBe(true);
    expect(isStalePreview(refused(102, "…"))).toBe(false);
    expect(isTooLate(refused(5001, "…"))).toBe(true);
    expect(isDuplicateKey(refused(1, "Duplicate clientOrderId"))).toBe(true);
    expect(isDuplicateKey(stale)).toBe(false);
  });
});
