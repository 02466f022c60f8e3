import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { NOON } from "../testing/storage-rows.ts";
import { type OneTimeCodes, TOTP_STEP_MS } from "./one-time-codes.ts";

/** What every maker of codes must do. `codeAt` is what an authenticator with the secret shows. */
export function describeOneTimeCodes(
  name: string,
  codes: OneTimeCodes,
  codeAt: (secret: string, at: number) => string,
): void {
  describe(`the one-time codes ${name}`, () => {
    it("know the code of this step, the one before and the one after", () => {
      const secret = codes.newSecret();
      const step = Math.floor(NOON / TOTP_STEP_MS);
      for (const [away, expected] of [
        [-2, undefined],
        [-1, step - 1],
        [0, step],
        [1, step + 1],
        [2, undefined],
      ] as const)
        expect(codes.stepOf(secret, codeAt(secret, NOON + away * TOTP_STEP_MS), NOON)).toBe(
          expected,
        );
    });

    it("know no code of another secret, and nothing that is no code", () => {
      const secret = codes.newSecret();
      expect(codes.newSecret()).not.toBe(secret);
      const code = codeAt(secret, NOON);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      const near = [-1, 0, 1].map((away) => codeAt(secret, NOON + away * TOTP_STEP_MS));
      if (!near.includes(wrong)) expect(codes.stepOf(secret, wrong, NOON)).toBeUndefined();
      for (const text of ["", "12345", "1234567", "abcdef", `${code}0`])
        expect(codes.stepOf(secret, text, NOON)).toBeUndefined();
      expect(codes.stepOf(secret, code, instant(NOON + 3_600_000))).toBeUndefined();
    });

    it("say to an authenticator whose secret it is", () => {
      const uri = new URL(codes.uriOf("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "zoë & co"));
      expect(uri.protocol).toBe("otpauth:");
      expect(decodeURIComponent(uri.pathname)).toContain("zoë & co");
      expect(uri.searchParams.get("secret")).toBe("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
      expect(uri.searchParams.get("issuer")).toBe("Sevenfold");
    });

    it("make ten recovery codes, and hash them apart for every secret, however they are typed", () => {
      const made = codes.newRecoveryCodes();
      expect(new Set(made).size).toBe(10);
      for (const code of made) expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}$/);
      const [secret, other] = [codes.newSecret(), codes.newSecret()];
      const hash = codes.recoveryHashOf(secret, made[0]!);
      expect(codes.recoveryHashOf(secret, made[0]!.replace("-", ""))).toBe(hash);
      expect(codes.recoveryHashOf(secret, made[1]!)).not.toBe(hash);
      expect(codes.recoveryHashOf(other, made[0]!)).not.toBe(hash);
      expect(hash).not.toContain(made[0]!.slice(0, 4));
    });
  });
}
