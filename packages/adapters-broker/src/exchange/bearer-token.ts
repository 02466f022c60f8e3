/** The keys of an account. */
interface Keys {
  readonly keyId: string;
  readonly secretKey: string;
}

/** The token that stands for an account's keys: both, with a colon between, in base64url. */
export const bearerOf = ({ keyId, secretKey }: Keys): string =>
  Buffer.from(`${keyId}:${secretKey}`).toString("base64url");

/** The keys a token stands for; undefined where it is none. */
export function keysOfBearer(authorization: string): Keys | undefined {
  const [, token] = /^Bearer ([\w-]{1,400})$/.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  const [keyId = "", secretKey = "", ...rest] = Buffer.from(token, "base64url")
    .toString("utf8")
    .split(":");
  return keyId === "" || secretKey === "" || 0 < rest.length ? undefined : { keyId, secretKey };
}
