/** A column of sealed secrets and the unique column its rows are walked by. */
export interface SealedColumnPlace {
  readonly table: string;
  readonly column: string;
  readonly key: string;
}

/** Every column that holds what the vault has sealed. One that is missing here is never rotated. */
export const SEALED_COLUMNS: readonly SealedColumnPlace[] = [
  { table: "user_broker_credentials", column: "encrypted_api_key", key: "profile_id" },
  { table: "user_broker_credentials", column: "encrypted_secret_key", key: "profile_id" },
  { table: "user_broker_credentials", column: "encrypted_access_token", key: "profile_id" },
  { table: "broker_authorisations", column: "sealed_request_secret", key: "profile_id" },
  { table: "totp", column: "sealed_secret", key: "user_id" },
];
