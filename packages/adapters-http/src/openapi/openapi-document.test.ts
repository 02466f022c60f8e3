import { ALL_CALLS } from "@sevenfold/contract/calls";
import { ENDPOINTS, TEXT_ENDPOINTS } from "@sevenfold/contract/endpoints";
import { PROBLEM_CODES, PROBLEMS } from "@sevenfold/contract/problem-codes";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkAnswer } from "../testing/check-answer.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { OPENAPI_31 } from "../testing/openapi-schema.ts";

let world: HttpWorld;
// biome-ignore lint/suspicious/noExplicitAny: the tests walk a JSON document.
let document: any;
beforeAll(async () => {
  world = await openHttpWorld();
  document = (await world.browser().get("/api/openapi.json")).json;
});
afterAll(() => world.close());

// biome-ignore lint/suspicious/noExplicitAny: the tests walk a JSON document.
const operations = (): [path: string, method: string, operation: any][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, operation]) => [path, method, operation]),
  ) as never;

// biome-ignore lint/suspicious/noExplicitAny: the tests walk a JSON document.
const codesIn = (response: any): readonly string[] =>
  response.content["application/json"].schema.allOf[1].properties.code.enum;

const statusOf = (code: string) => PROBLEMS[code as keyof typeof PROBLEMS];

/** Every property of every schema in the document, with its schema. */
function allProperties(node: unknown): readonly (readonly [name: string, schema: unknown])[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties } = node as { readonly properties?: unknown };
  const own = typeof properties === "object" && properties ? Object.entries(properties) : [];
  return [...own, ...Object.values(node).flatMap(allProperties)];
}

describe("the OpenAPI document", () => {
  it("is served to anyone and names every call of the contract once", () => {
    expect(document.openapi).toBe("3.1.0");
    const ids = operations().map(([, , { operationId }]) => operationId);
    const names = ALL_CALLS.map(({ name }) => name);
    expect(ids.toSorted()).toEqual(names.toSorted());
  });

  it("is a document of OpenAPI 3.1", () => {
    const isOne = new Ajv2020({ strict: false }).compile(OPENAPI_31);

    expect(isOne(document) ? [] : isOne.errors).toEqual([]);
    const named = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(100);
    for (const [, name = ""] of named) {
      const [kind = "", part = ""] = name.split("/");
      expect(document.components[kind], name).toHaveProperty([part]);
    }
  });

  it("names every call the server answers under /api, files and stream too", async () => {
    const named = operations().map(([path]) => path);
    for (const path of ["/api/live", "/api/trades.csv", "/api/orders.csv"])
      expect(named).toContain(path);
    expect(named).toContain("/api/market/quote/{symbol}");
    const { browser } = await world.visitor();
    for (const { answers, path } of TEXT_ENDPOINTS) {
      const { headers } = await browser.send("HEAD", path);
      expect(headers.get("content-type"), path).toContain(answers);
    }
  });

  it("lists with each call the codes it may fail by, each under its own status", () => {
    const listed = new Set<string>();
    for (const [, , { operationId, responses }] of operations()) {
      const failures = Object.entries<{ $ref: string }>(responses).filter(([, { $ref }]) => $ref);
      const codes = failures.flatMap(([status, { $ref }]) =>
        codesIn(document.components.responses[$ref.split("/").at(-1)!]).map((code) => {
          expect([code, Number(status)], operationId).toEqual([code, statusOf(code)]);
          listed.add(code);
          return code;
        }),
      );
      expect(codes.toSorted(), operationId).toEqual(
        expect.arrayContaining(["invalid-request", "rate-limited", "internal-error"]),
      );
      expect(new Set(codes).size, operationId).toBe(codes.length);
    }

    expect([...listed].sort()).toEqual(PROBLEM_CODES.toSorted());
  });

  it("lists what a call alone may be refused for with that call alone", () => {
    const listing = (code: string) =>
      operations().flatMap(([, , { operationId, responses }]) => {
        const response = responses[statusOf(code)]?.$ref.split("/").at(-1);
        const codes = response ? codesIn(document.components.responses[response]) : [];
        return codes.includes(code) ? [operationId] : [];
      });

    expect(listing("watchlist-full")).toEqual(["addToWatchlist"]);
    expect(listing("too-many-streams")).toEqual(["followLive"]);
    expect(listing("preview-busy")).toEqual(["previewSettings"]);
    expect(listing("limit-broken")).toContain("placeOrder");
    // A token is refused wherever it is brought once the plan has none.
    expect(listing("plan-required").length).toBe(operations().length);
    expect(listing("limit-broken")).not.toContain("readAccount");
    expect(listing("signed-out")).not.toContain("readMarketPanel");
    expect(listing("not-json")).not.toContain("readAccount");
  });

  it("says of every percentage its unit and its bounds", () => {
    const risk = document.paths["/api/risk"];
    const { maxPosPct } = risk.put.requestBody.content["application/json"].schema.properties;
    expect(maxPosPct.description).toContain("From 1% to 100%");
    expect(maxPosPct.anyOf).toEqual([
      { minimum: 0.01, exclusiveMaximum: 1 },
      { exclusiveMinimum: 1, maximum: 100 },
    ]);
    const answered = risk.get.responses[200].content["application/json"].schema.properties;
    expect(answered.maxPosPct.description).toContain("fraction of one");
    const unsaid = allProperties(document).filter(
      ([name, schema]) =>
        /Pct$|Percent$|_percent$|plpc$/i.test(name) &&
        !JSON.stringify(schema).match(/fraction of one|Percent: /),
    );
    expect(unsaid.map(([name]) => name)).toEqual([]);
  });

  it("declares every parameter of a path, and no body where none is read", () => {
    for (const [path, method, { parameters = [], requestBody }] of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters.filter((each: { in: string }) => each.in === "path");
      expect(declared.map(({ name }: { name: string }) => name)).toEqual(named);
      expect(requestBody !== undefined).toBe(["post", "put", "patch"].includes(method));
    }
  });

  it("holds schemas that a validator understands", () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    for (const [, , { requestBody, responses }] of operations()) {
      const answer = responses[200].content["application/json"];
      if (answer) ajv.compile(answer.schema);
      if (requestBody) ajv.compile(requestBody.content["application/json"].schema);
    }
  });

  it("names the headers that a client with a cookie has to bring", () => {
    for (const [, method, { operationId, parameters = [] }] of operations()) {
      const headers = parameters
        .filter((each: { in: string }) => each.in === "header")
        .map(({ name }: { name: string }) => name);
      for (const name of ["X-Requested-With", "Origin"])
        expect(headers.includes(name), `${operationId} ${name}`).toBe(method !== "get");
    }
  });

  it("says of every number of rows or bars how many there are where nothing is said", () => {
    const counted = operations().flatMap(([, , { operationId, parameters = [] }]) =>
      parameters
        .filter(({ name }: { name: string }) => name === "limit" || name === "count")
        .map(({ schema }: { schema: object }) => [operationId, schema]),
    );

    expect(counted.length).toBeGreaterThan(6);
    for (const [operationId, schema] of counted)
      expect(schema, operationId).toMatchObject({ default: expect.any(Number), minimum: 1 });
  });

  it("names the cookie of a sign-in as it is called, also where TLS is in front", async () => {
    const { cookie } = document.components.securitySchemes;
    const { browser } = await world.visitor();

    expect([...browser.cookies.keys()]).toEqual([cookie.name]);
    expect(cookie.description).toContain("__Host-sf");
  });

  it("says who may call", () => {
    for (const endpoint of ENDPOINTS) {
      const { name } = endpoint;
      const [, , operation] = operations().find(([, , each]) => each.operationId === name)!;
      expect(operation.security !== undefined, name).toBe(endpoint.access === "signed-in");
      const isForTokens = operation.security?.some((way: object) => "token" in way) === true;
      const isMeant = endpoint.access === "signed-in" && endpoint.tokens !== "refused";
      expect(isForTokens, name).toBe(isMeant);
      if (isMeant) {
        expect(operation.security, name).toContainEqual({ token: [endpoint.tokens] });
        expect(operation.description, name).toContain(`the scope ${endpoint.tokens}`);
      }
    }
  });
});

describe("the check of answers against it", () => {
  const call = { method: "GET", path: "/api/watchlist" };

  it("accepts what is promised, and problems", () => {
    checkAnswer(call, { status: 200, json: [{ ticker: "AAPL" }] });
    checkAnswer(call, { status: 401, json: { code: "signed-out", error: "Not signed in" } });
  });

  it("refuses anything else", () => {
    expect(() => checkAnswer(call, { status: 200, json: [{ symbol: "AAPL" }] })).toThrow(
      "is not as documented",
    );
    expect(() => checkAnswer(call, { status: 500, json: { message: "oops" } })).toThrow();
  });
});
