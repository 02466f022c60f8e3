import { z } from "zod";
import { Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { visibleText } from "./visible-text.ts";

export const TOKEN_SCOPES = ["read", "trade"] as const;

export const ApiTokenView = z.object({
  id: z.string(),
  name: z.string(),
  /** `trade` may do all that `read` may. */
  scope: z.enum(TOKEN_SCOPES),
  /** The first characters, to tell tokens apart. */
  prefix: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable(),
});
export type ApiTokenView = z.infer<typeof ApiTokenView>;

export const listApiTokens = endpoint({
  method: "get",
  path: "/api/tokens",
  input: z.strictObject({}),
  output: z.array(ApiTokenView),
  access: "signed-in",
  tokens: "refused",
});

/** The Pro plan's. `token` is shown this once; send it as `Authorization: Bearer …`. */
export const createApiToken = endpoint({
  method: "post",
  path: "/api/tokens",
  input: z.strictObject({
    name: visibleText("The name", 64, "Name is required").min(1, "Name is required"),
    scope: z.enum(TOKEN_SCOPES, "Please select a scope"),
    expiresInDays: z.int().min(1).max(365).optional(),
  }),
  output: ApiTokenView.extend({ token: z.string() }),
  access: "signed-in",
  tokens: "refused",
});

export const revokeApiToken = endpoint({
  method: "delete",
  path: "/api/tokens/:id",
  input: z.strictObject({ id: z.uuid() }),
  output: z.array(ApiTokenView),
  access: "signed-in",
  tokens: "refused",
});
