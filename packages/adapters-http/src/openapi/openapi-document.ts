import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import type { Call } from "@sevenfold/contract/calls";
import type { Endpoint, TextEndpoint } from "@sevenfold/contract/endpoint";
import { ENDPOINTS, TEXT_ENDPOINTS } from "@sevenfold/contract/endpoints";
import { LiveEvent } from "@sevenfold/contract/live";
import { Problem } from "@sevenfold/contract/problem";
import { z } from "zod";

import { cookieName } from "../sign-in/sign-in-cookie.ts";
import { FAILURES, failuresOf, hasBody, json, type Node } from "./openapi-failures.ts";

const VERSION = "1.0.0";

/** The whole API as OpenAPI 3.1, made from the very schemas that check requests and answers. */
export function openApiDocument(
  endpoints: readonly Endpoint[] = ENDPOINTS,
  textEndpoints: readonly TextEndpoint[] = TEXT_ENDPOINTS,
): Node {
  const paths: Record<string, Record<string, Node>> = {};
  const put = ({ method, path }: Call, operation: Node) => {
    const named = path.replace(/:(\w+)/g, "{$1}");
    paths[named] = { ...paths[named], [method]: operation };
  };
  for (const each of endpoints) put(each, operationOf(each));
  for (const each of textEndpoints) put(each, textOperationOf(each));
  return {
    openapi: "3.1.0",
    info: {
      title: "Sevenfold",
      version: VERSION,
      description:
        "Amounts are dollars as numbers with at most four decimals, instants ISO 8601 in UTC. " +
        "Every failure answers a Problem, whose code never changes. Which scope an API token needs " +
        "stands with each call; each scope may do all that those before it may: read, trade, manage.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: {
        Problem: schemaOf(Problem, "output"),
        LiveEvent: schemaOf(LiveEvent, "output"),
      },
      responses: FAILURES,
      securitySchemes: {
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: cookieName({ secureCookies: false }),
          description: `Of a sign-in. Where TLS is in front it is called ${cookieName({ secureCookies: true })}.`,
        },
        token: {
          type: "http",
          scheme: "bearer",
          description: "An API token. Behind it stands the scope that the call needs.",
        },
      },
    },
  };
}

function operationOf(endpoint: Endpoint): Node {
  const input = schemaOf(endpoint.input, "input");
  const inPath = namesInPath(endpoint);
  const isSent = hasBody(endpoint);
  return {
    ...operation(endpoint, [
      ...parametersOf(input, inPath, isSent),
      ...(endpoint.method === "get" ? [] : [{ ...REQUESTED_WITH, required: !isSent }, ORIGIN]),
      ...(endpoint.isRepeatable ? [IDEMPOTENCY_KEY] : []),
    ]),
    description: tokenWords(endpoint),
    ...(isSent ? { requestBody: json(without(input, inPath)) } : {}),
    responses: {
      200: { description: "The answer.", ...json(schemaOf(endpoint.output, "output")) },
      ...failuresOf(endpoint),
    },
  };
}

/** A file, or a stream. */
function textOperationOf(endpoint: TextEndpoint): Node {
  const { answers, event, says } = endpoint;
  const schema = { type: "string", ...(event && { description: EVENT_WORDS }) };
  return {
    ...operation(endpoint, parametersOf(schemaOf(endpoint.input, "input"), [], false)),
    description: `${says} ${tokenWords(endpoint)}`,
    responses: {
      200: { description: "The answer.", content: { [answers ?? ""]: { schema } } },
      ...failuresOf(endpoint),
    },
  };
}

/** What every operation says of itself. */
function operation(call: Call, given: readonly Node[]): Node {
  const parameters = [...given, ...(call.belongsTo === "account" ? [MEANT_ACCOUNT] : [])];
  return {
    operationId: call.name,
    summary: summaryOf(call.name),
    tags: [call.group],
    ...(call.access === "signed-in" ? { security: waysIn(call) } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

const namesInPath = ({ path }: Call): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!);

const EVENT_WORDS = "Lines of `data:`, each a LiveEvent (#/components/schemas/LiveEvent) as JSON.";

/** Which scope a program's token needs, in a sentence. */
function tokenWords({ access, lowersRisk, tokens }: Call): string {
  if (tokens === "refused") return "For people only: no API token makes this call.";
  if (access === "anyone") return "For anyone; an API token of any scope may make it too.";
  const words = `An API token needs the scope ${tokens}`;
  return lowersRisk ? `${words}; trade is enough for ${lowersRisk.says}.` : `${words}.`;
}

/** Some calls are for people only. */
const waysIn = ({ tokens }: Call): readonly Node[] =>
  tokens === "refused" ? [{ cookie: [] }] : [{ cookie: [] }, { token: [tokens] }];

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Node => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

function parametersOf(input: Node, inPath: readonly string[], hasBody: boolean): readonly Node[] {
  const required = new Set(input.required as readonly string[] | undefined);
  return Object.entries((input.properties ?? {}) as Readonly<Record<string, Node>>)
    .filter(([name]) => !hasBody || inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.includes(name) ? "path" : "query",
      required: inPath.includes(name) || required.has(name),
      schema,
    }));
}

/** A body's schema without what travels in the path. */
function without(input: Node, inPath: readonly string[]): Node {
  if (inPath.length === 0) return input;
  const properties = Object.entries((input.properties ?? {}) as Node);
  const required = (input.required ?? []) as readonly string[];
  return {
    ...input,
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.includes(name))),
    required: required.filter((name) => !inPath.includes(name)),
  };
}

const REQUESTED_WITH = {
  name: "X-Requested-With",
  in: "header",
  description: "Not with a token. A JSON body from our own origin needs none.",
  schema: { const: "sevenfold" },
};
const ORIGIN = {
  name: "Origin",
  in: "header",
  required: false,
  description:
    "Not with a token. The address the call is sent to, such as http://localhost:4000: a browser says it by itself, " +
    "and a program that comes with a cookie is refused without it.",
  schema: { type: "string" },
};
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same on every attempt at the same thing.",
  schema: { type: "string", minLength: 1, maxLength: 128 },
};

const MEANT_ACCOUNT = {
  name: ACCOUNT_HEADER,
  in: "header",
  required: false,
  description:
    "The id of the account that is meant: refused with 409 while another is in use. Every answer names its own.",
  schema: { type: "string" },
};

/** "readPortfolioSummary" → "Read portfolio summary". */
const summaryOf = (name: string): string => {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
