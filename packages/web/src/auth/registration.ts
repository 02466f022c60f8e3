import { BrokerKeys, NO_KEYS } from "@sevenfold/contract/brokers";
import type { InputOf } from "@sevenfold/contract/endpoints";
import { AccountDetails } from "@sevenfold/contract/sign-in";
import { PASSWORD_LENGTH_MIN } from "@sevenfold/domain/password-policy";
import { z } from "zod";

/** The first step. The server knows more about passwords; a short one need not get that far. */
export const RegistrationDetails = AccountDetails.refine(
  ({ password }) => PASSWORD_LENGTH_MIN <= [...password].length,
  { error: `Password must have at least ${PASSWORD_LENGTH_MIN} characters`, path: ["password"] },
);

/** The second step, which says of both keys at once that they are missing. */
export const RegistrationBroker = z
  .object({
    provider: BrokerKeys.shape.provider,
    apiKey: z.string().trim().max(256, "The API key is too long"),
    secretKey: z.string().trim().max(256, "The secret key is too long"),
    accountLabel: BrokerKeys.shape.accountLabel,
  })
  .refine(({ apiKey, secretKey }) => apiKey !== "" && secretKey !== "", {
    error: NO_KEYS,
    path: ["apiKey"],
  });

/** Both steps as the one call takes them. */
export const registrationOf = (
  details: AccountDetails,
  { provider, apiKey, secretKey, accountLabel }: BrokerKeys,
): InputOf<"register"> => ({
  ...details,
  brokerProvider: provider,
  brokerApiKey: apiKey,
  brokerSecretKey: secretKey,
  ...(accountLabel && { brokerAccountLabel: accountLabel }),
});
