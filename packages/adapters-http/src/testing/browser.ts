import { checkAnswer } from "./check-answer.ts";

/** A browser on our own pages: keeps cookies and says where it comes from. */
export class Browser {
  readonly url: string;
  readonly #token: string | undefined;
  readonly cookies = new Map<string, string>();
  /** The `Set-Cookie` lines of the latest answer. */
  latestCookies: readonly string[] = [];

  /** With a token it is a program instead, and says nothing a browser would. */
  constructor(url: string, token?: string) {
    this.url = url;
    this.#token = token;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { body, headers = {} } = sent;
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: { ...this.#ownHeaders(method, body), ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    this.#keep(response);
    const text = await response.text();
    checkAnswer({ method, path }, { status: response.status, json: jsonOf(text) });
    return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
  }

  get = (path: string, sent?: Sent) => this.send("GET", path, sent);
  post = (path: string, body: unknown = {}, sent: Sent = {}) =>
    this.send("POST", path, { ...sent, body });
  delete = (path: string, sent?: Sent) => this.send("DELETE", path, sent);

  async signInAsDemo(): Promise<Answer> {
    const answer = await this.post("/api/demo-login");
    if (answer.status !== 200) throw new Error(`no demo sign-in: ${answer.text}`);
    return answer;
  }

  #ownHeaders(method: string, body: unknown): Record<string, string> {
    if (this.#token !== undefined)
      return {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      };
    return {
      ...(this.cookies.size === 0 ? {} : { cookie: this.cookieHeader }),
      ...(method === "GET" || method === "HEAD"
        ? {}
        : { "x-requested-with": "sevenfold", "sec-fetch-site": "same-origin" }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
  }

  #keep(response: Response): void {
    this.latestCookies = response.headers.getSetCookie();
    for (const line of this.latestCookies) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const isGone = value === "" || /expires=Thu, 01 Jan 1970/i.test(line);
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when the text is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert.
  readonly json: any;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
