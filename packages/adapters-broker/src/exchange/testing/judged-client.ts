import type { Answer, ExchangeClient } from "./exchange-on-loopback.ts";
import { type PublishedApi, type PublishedCall, publishedApi } from "./published-api.ts";

/** A client whose every answer is held to what the vendor publishes. */
export interface JudgedClient extends Omit<ExchangeClient, "accountId" | "keyId" | "secretKey"> {
  put(path: string, body: unknown): Promise<Answer>;
  /** Each call that was answered, with what was wrong with it. */
  readonly verdicts: ReadonlyMap<string, readonly string[]>;
}

const APIS: readonly PublishedApi[] = [publishedApi("trading"), publishedApi("market-data")];

export function judgedClient(client: ExchangeClient): JudgedClient {
  const verdicts = new Map<string, readonly string[]>();
  const judged = async (method: string, path: string, answering: Promise<Answer>) => {
    const answer = await answering;
    const { name, faults } = judge(method, path, answer);
    verdicts.set(name, [...(verdicts.get(name) ?? []), ...faults]);
    return answer;
  };
  return {
    verdicts,
    get: (path) => judged("GET", path, client.get(path)),
    post: (path, body) => judged("POST", path, client.post(path, body)),
    put: (path, body) => judged("PUT", path, client.put(path, body)),
    patch: (path, body) => judged("PATCH", path, client.patch(path, body)),
    delete: (path) => judged("DELETE", path, client.delete(path)),
  };
}

/** The calls they publish of these areas, as "GET /v2/account". */
export const publishedCalls = (areas: RegExp): readonly string[] =>
  APIS.flatMap(({ calls }) => calls)
    .filter(({ path }) => areas.test(path))
    .map(nameOf);

const nameOf = ({ method, path }: PublishedCall): string => `${method} ${path}`;

function judge(method: string, path: string, { status, body, text }: Answer) {
  const [bare = ""] = path.split("?");
  for (const { calls, faultsOf } of APIS) {
    const call = publishedFor(calls, method, bare);
    if (!call) continue;
    const name = nameOf(call);
    if (status < 200 || 300 <= status) return { name, faults: [`answered ${status}: ${text}`] };
    return { name, faults: call.answers ? faultsOf(body, call.answers) : [] };
  }
  throw new Error(`they publish no ${method} ${bare}`);
}

/** The call whose path this is; one written out is taken before one with a parameter in its place. */
function publishedFor(
  calls: readonly PublishedCall[],
  method: string,
  path: string,
): PublishedCall | undefined {
  const fits = calls.filter((call) => call.method === method && patternOf(call.path).test(path));
  return fits.toSorted((a, b) => parametersOf(a.path) - parametersOf(b.path))[0];
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

const parametersOf = (path: string): number => path.split("{").length;
