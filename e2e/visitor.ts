/** A demo visitor without a browser: what the page would send, and its cookie. */
export interface Visitor {
  get<Answer>(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Signs in as the page's Demo Trader button does. */
export async function demoVisitor(url: string): Promise<Visitor> {
  let cookie = "";
  const send = (path: string, init: RequestInit) =>
    fetch(url + path, {
      ...init,
      headers: {
        ...init.headers,
        cookie,
        origin: url,
        "sec-fetch-site": "same-origin",
        "x-requested-with": "sevenfold",
      },
    });
  const visitor: Visitor = {
    async get<Answer>(path: string): Promise<Answer> {
      const response = await send(path, {});
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
  const signedIn = await visitor.post("/api/demo-login", {});
  if (!signedIn.ok) throw new Error(`demo-login: ${signedIn.status} ${await signedIn.text()}`);
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return visitor;
}
