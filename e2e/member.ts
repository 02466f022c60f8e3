import type { BrowserContext } from "playwright-core";

/** A connection that the server closes just as it is used again: nothing was asked yet. */
export const AGAIN = { maxRetries: 2 } as const;

export const PASSWORD = "four unrelated garden words";
export const emailOf = (username: string) => `${username}@sevenfold.invalid`;

/** Opens an account with built-in paper keys; the browser's context is signed in to it. */
export async function becomeMember(
  context: BrowserContext,
  url: string,
  username: string,
  brokerAccountLabel?: string,
): Promise<void> {
  const { apiKey, secretKey } = await post(context, `${url}/api/brokers/paper-keys`, {});
  await post(context, `${url}/api/register`, {
    username,
    email: emailOf(username),
    password: PASSWORD,
    brokerProvider: "alpaca",
    brokerApiKey: apiKey,
    brokerSecretKey: secretKey,
    ...(brokerAccountLabel !== undefined && { brokerAccountLabel }),
  });
}

/** Signs in as the page's Demo Trader button does. */
export async function becomeDemo(context: BrowserContext, url: string): Promise<void> {
  await post(context, `${url}/api/demo-login`, {});
}

/** Sends as the page would. */
export const post = (context: BrowserContext, address: string, data: object) =>
  send(context, "post", address, data);

export async function send(
  context: BrowserContext,
  method: "delete" | "patch" | "post" | "put",
  address: string,
  data: object,
): Promise<Record<string, string>> {
  const { origin } = new URL(address);
  const headers = { origin, "x-requested-with": "sevenfold" };
  const response = await context.request.fetch(address, { method, data, headers, ...AGAIN });
  if (!response.ok()) throw new Error(`${address}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}
