import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";

export interface Intercepted {
  /** Of every call, in order. */
  readonly asked: { readonly url: URL; readonly headers: Headers }[];
}

/** A vendor's own address, at which such answers are given for the rest of the test; the last one stays. */
export function intercepted(
  origin: string,
  ...answers: readonly (readonly [
    status: number,
    body: unknown,
    headers?: Record<string, string>,
  ])[]
): Intercepted {
  const asked: Intercepted["asked"] = [];
  const server = setupServer(
    http.get(`${origin}/*`, ({ request }) => {
      asked.push({ url: new URL(request.url), headers: request.headers });
      const [status, body, headers = {}] = answers[Math.min(asked.length, answers.length) - 1]!;
      return typeof body === "string"
        ? new HttpResponse(body, { status, headers })
        : HttpResponse.json(body as object, { status, headers });
    }),
  );
  server.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => server.close());
  return { asked };
}
