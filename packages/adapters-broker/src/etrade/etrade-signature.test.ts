import { describe, expect, it } from "vitest";

import { authorizationOf, percentEncoded, type UnsignedRequest } from "./etrade-signature.ts";

const consumer = { key: "testconsumerkey", secret: "test/consumer+secret=" };

/** Signatures made by an implementation that reproduces the example of RFC 5849, section 1.2. */
describe("authorizationOf", () => {
  it("signs the request for a request token, its callback with it", () => {
    const signature = signatureOf({
      method: "GET",
      url: "https://api.etrade.com/oauth/request_token",
      consumer,
      nonce: "abc123",
      timestamp: 1_700_000_000,
      extra: { oauth_callback: "oob" },
    });

    expect(signature).toBe("P6thx4QW15s+hkSsmA4wmLi8B2Q=");
  });

  it("signs a read with its query, and encodes secrets that hold slashes and signs", () => {
    const signature = signatureOf({
      method: "GET",
      url: "https://api.etrade.com/v1/accounts/AbC_123/balance?instType=BROKERAGE&realTimeNAV=true",
      consumer,
      token: { key: "acc/tok+1=", secret: "tok/sec+2=" },
      nonce: "abc124",
      timestamp: 1_700_000_001,
    });

    expect(signature).toBe("rVRzYMkqSTuWQC5ovvBTzbFRuj0=");
  });

  it("never puts a query or a secret into the header", () => {
    const header = authorizationOf({
      method: "GET",
      url: "https://api.etrade.com/v1/accounts/K/orders?count=25",
      consumer,
      token: { key: "token", secret: "hidden-token-secret" },
      nonce: "n",
      timestamp: 1,
    });

    expect(header).toMatch(/^OAuth realm="", oauth_consumer_key="testconsumerkey", /);
    expect(header).not.toMatch(/count|hidden|consumer\+secret|consumer%2Bsecret/);
  });
});

describe("percentEncoded", () => {
  it("encodes everything but letters, digits and four signs", () => {
    expect(percentEncoded("aZ9-._~ !*'()/+=&")).toBe("aZ9-._~%20%21%2A%27%28%29%2F%2B%3D%26");
  });
});

function signatureOf(request: UnsignedRequest): string {
  const match = /oauth_signature="([^"]+)"/.exec(authorizationOf(request));
  return decodeURIComponent(match?.[1] ?? "");
}
