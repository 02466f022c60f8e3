import type { ApiToken } from "@sevenfold/application/ports/stores/api-token-store";
import type { ApiTokenView } from "@sevenfold/contract/api-tokens";

import { timestampOf, timestampOrNull } from "../wire.ts";

export const presentToken = (token: ApiToken): ApiTokenView => ({
  id: token.id,
  name: token.name,
  scope: token.scope,
  prefix: token.prefix,
  createdAt: timestampOf(token.createdAt),
  lastUsedAt: timestampOrNull(token.lastUsedAt),
  expiresAt: timestampOf(token.expiresAt),
});
