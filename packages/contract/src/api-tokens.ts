import { z } from "zod";
import { TOKEN_SCOPES } from "./call.ts";
import { Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { Password, TotpCode } from "./person-fields.ts";
import { visibleText } from "./visible-text.ts";

/** Days a token is good for where nothing is said, and at most. */
export const TOKEN_DAYS = { preset: 90, max: 365 } as const;

export const ApiTokenView = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** The first characters, to tell tokens apart. */
  prefix: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  expiresAt: Timestamp,
});
export type ApiTokenView = z.infer<typeof ApiTokenView>;

export const listApiTokens = endpoint("listApiTokens", {
  input: z.strictObject({}),
  output: z.array(ApiTokenView),
});

/**
 * The Pro plan's. Asks for the password, and for a code where signing in asks for one; ends with either.
 * `token` is shown this once; send it as `Authorization: Bearer …`.
 */
export const createApiToken = endpoint("createApiToken", {
  input: z.strictObject({
    name: visibleText("The name", 64, "Name is required").min(1, "Name is required"),
    scope: z.enum(TOKEN_SCOPES, "Please select a scope"),
    expiresInDays: z
      .int()
      .min(1)
      .max(TOKEN_DAYS.max)
      .meta({ description: "Days." })
      .default(TOKEN_DAYS.preset),
    password: Password,
    totpCode: TotpCode.optional(),
  }),
  output: ApiTokenView.extend({ token: z.string() }),
});

export const revokeApiToken = endpoint("revokeApiToken", {
  input: z.strictObject({ id: z.uuid() }),
  output: z.array(ApiTokenView),
});
