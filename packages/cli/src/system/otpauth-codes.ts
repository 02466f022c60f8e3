import { createHmac, randomBytes } from "node:crypto";
import { type OneTimeCodes, TOTP_STEP_MS } from "@sevenfold/application/ports/one-time-codes";
import { Secret, TOTP } from "otpauth";

const ISSUER = "Sevenfold";
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 5;

/** RFC 6238 as every authenticator speaks it: SHA-1, six digits, thirty seconds. */
export const otpauthCodes: OneTimeCodes = {
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,

  uriOf: (secret, username) => totpOf(secret, username).toString(),

  stepOf(secret, code, at) {
    const away = totpOf(secret).validate({ token: code, timestamp: at, window: 1 });
    return away === null ? undefined : Math.floor(at / TOTP_STEP_MS) + away;
  },

  newRecoveryCodes: () => Array.from({ length: RECOVERY_CODES }, newRecoveryCode),

  recoveryHashOf: (secret, code) =>
    createHmac("sha256", secret).update(code.replaceAll("-", "")).digest("base64url"),
};

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: ISSUER, label, secret, period: TOTP_STEP_MS / 1_000 });

function newRecoveryCode(): string {
  const signs = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32;
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}
