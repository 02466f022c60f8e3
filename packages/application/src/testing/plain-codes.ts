import { type OneTimeCodes, TOTP_STEP_MS } from "../ports/one-time-codes.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Codes without cryptography, for tests: numbers made of the secret's letters and the time step. */
export function plainCodes(): OneTimeCodes {
  let made = 0;
  return {
    newSecret() {
      made += 1;
      return `SECRET${textOf(made).padStart(26, "A")}`;
    },
    uriOf: (secret, username) =>
      `otpauth://totp/Sevenfold:${encodeURIComponent(username)}?secret=${secret}&issuer=Sevenfold`,
    stepOf(secret, code, at) {
      const step = Math.floor(at / TOTP_STEP_MS);
      return [step, step - 1, step + 1].find((near) => codeOf(secret, near) === code);
    },
    newRecoveryCodes: () =>
      Array.from({ length: 10 }, () => {
        made += 1;
        return `CODE-${textOf(made).padStart(4, "A")}`;
      }),
    recoveryHashOf: (secret, code) => `hash ${sumOf(secret + code.replaceAll("-", ""))}`,
  };
}

/** What an authenticator with the secret shows at the instant. */
export const plainCodeAt = (secret: string, at: number): string =>
  codeOf(secret, Math.floor(at / TOTP_STEP_MS));

const codeOf = (secret: string, step: number): string =>
  String((sumOf(secret) + step * 7_919) % 1_000_000).padStart(6, "0");

const sumOf = (text: string): number =>
  [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 999_983, 7);

const textOf = (count: number): string =>
  count === 0 ? "" : textOf(Math.floor(count / 32)) + BASE32[count % 32];
