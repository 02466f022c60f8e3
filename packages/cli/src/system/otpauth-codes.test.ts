import { describeOneTimeCodes } from "@sevenfold/application/ports/one-time-codes.conformance";
import { instant } from "@sevenfold/domain/market";
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { otpauthCodes } from "./otpauth-codes.ts";

describeOneTimeCodes("of authenticators", otpauthCodes, (secret, at) =>
  new TOTP({ secret }).generate({ timestamp: at }),
);

/** "12345678901234567890" of RFC 6238's appendix B, in base32. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("otpauthCodes", () => {
  // The last six of the eight digits the RFC prints.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("knows the code of RFC 6238 at second %i", (second, code) => {
    const at = instant(second * 1_000);
    expect(otpauthCodes.stepOf(RFC_SECRET, code, at)).toBe(Math.floor(second / 30));
  });

  it("makes secrets of 160 bits", () => {
    expect(otpauthCodes.newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  });
});
