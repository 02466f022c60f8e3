import { type ApiToken, TOKEN_SCOPES } from "@sevenfold/application/ports/stores/api-token-store";
import { EntitySchema } from "typeorm";
import { instantAt, OPTIONAL, ofUser, oneOf, PRIMARY, text, uuid } from "../columns.ts";

export const apiTokenSchema = new EntitySchema<ApiToken>({
  name: "api_tokens",
  columns: {
    id: uuid(PRIMARY),
    userId: uuid(),
    name: text(),
    scope: text(),
    prefix: text(),
    tokenHash: text(),
    createdAt: instantAt(),
    lastUsedAt: instantAt(OPTIONAL),
    expiresAt: instantAt(),
  },
  uniques: [{ name: "uq_api_tokens_token_hash", columns: ["tokenHash"] }],
  indices: [{ name: "ix_api_tokens_user_id", columns: ["userId"] }],
  foreignKeys: [ofUser("api_tokens")],
  checks: [oneOf("api_tokens", "scope", TOKEN_SCOPES)],
});
