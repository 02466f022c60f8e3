import { onShow, rows } from "../call.ts";

export const TOKEN_CALLS = rows("API tokens", {
  listApiTokens: {
    method: "get",
    path: "/api/tokens",
    access: "signed-in",
    tokens: "refused",
    belongsTo: "user",
    fresh: onShow,
    problems: [],
  },
  createApiToken: {
    method: "post",
    path: "/api/tokens",
    access: "signed-in",
    tokens: "refused",
    belongsTo: "user",
    problems: ["signing-in", "demo-account", "too-many-tokens", "token-not-found"],
  },
  revokeApiToken: {
    method: "delete",
    path: "/api/tokens/:id",
    access: "signed-in",
    tokens: "refused",
    belongsTo: "user",
    problems: ["token-not-found"],
  },
});
