import type { Instant } from "@sevenfold/domain/market";

/** Each may do all that those before it may. */
export const TOKEN_SCOPES = ["read", "trade", "manage"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** A program's right to act for a user. Only a hash of the token is kept. */
export interface ApiToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** The first characters, to tell tokens apart. */
  readonly prefix: string;
  readonly tokenHash: string;
  readonly createdAt: Instant;
  readonly lastUsedAt?: Instant;
  readonly expiresAt: Instant;
}

export interface ApiTokenReader {
  /** Whether or not its time is over. */
  byHash(tokenHash: string): Promise<ApiToken | undefined>;
  /** In the order they were made. */
  ofUser(userId: string): Promise<readonly ApiToken[]>;
}

export interface ApiTokenStore extends ApiTokenReader {
  add(token: ApiToken): Promise<void>;
  noteUse(id: string, at: Instant): Promise<void>;
  /** False when the user has no such token. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Returns how many there were. */
  removeOfUser(userId: string): Promise<number>;
}
