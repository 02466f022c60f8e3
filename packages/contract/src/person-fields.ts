import { z } from "zod";

/** As typed: spaces count. How long a new one must be is for the policy to say, not for signing in. */
export const Password = z
  .string("Password is required")
  .min(1, "Password is required")
  .max(1_024, "Password is too long");

export const TotpCode = z
  .string("The code has six digits")
  .trim()
  .regex(/^(\d{6}|[A-Z2-7]{4}-?[A-Z2-7]{4})$/, "Enter the six digits, or a recovery code");
