import type { TokenScope } from "@sevenfold/application/ports/stores/api-token-store";

/** What only a request with a token can be refused for. */
export type TokenUseRefusal =
  | { readonly kind: "token-not-allowed" }
  | {
      readonly kind: "token-scope-too-small";
      readonly needed: TokenScope;
      readonly given: TokenScope;
    };
