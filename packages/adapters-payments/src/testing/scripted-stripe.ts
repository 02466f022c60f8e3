import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What was asked: the form as it was sent, its names as Stripe writes them. */
export interface AskedOfStripe {
  readonly call: string;
  readonly form: Readonly<Record<string, string>>;
  readonly version: string | undefined;
  readonly idempotencyKey: string | undefined;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** What a call is answered with, or what it is under its key. */
type Answering = Answer | ((idempotencyKey: string) => Answer);

/** A server that answers each "METHOD /path" as it is told to, and writes down what it was asked. */
export async function scriptedStripe(answers: Readonly<Record<string, Answering>>) {
  const asked: AskedOfStripe[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += String(part);
    const { pathname, search } = new URL(request.url ?? "/", "http://stripe");
    const call = `${request.method} ${pathname}`;
    const form = Object.fromEntries(new URLSearchParams(text === "" ? search : text));
    const header = (name: string) => request.headers[name]?.toString();
    const [version, idempotencyKey] = [header("stripe-version"), header("idempotency-key")];
    asked.push({ call, form, version, idempotencyKey });
    const answering = answers[call] ?? { status: 404, body: MISSING };
    const {
      status = 200,
      headers,
      body,
    } = typeof answering === "function" ? answering(idempotencyKey ?? "") : answering;
    response.writeHead(status, {
      ...{ "content-type": "application/json", "request-id": "req_1" },
      ...headers,
    });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, server: { host: "127.0.0.1", port } };
}

const MISSING = {
  error: { type: "invalid_request_error", code: "resource_missing", message: "No such thing." },
};
