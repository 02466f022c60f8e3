import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { checkAnswer } from "../testing/check-answer.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { CONTRACT_LINES } from "./contract-lines.ts";

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

describe("the OpenAPI document", () => {
  it("is served to anyone and names every call of the contract once", () => {
    expect(document.openapi).toBe("3.1.0");
    const ids = operations().map(([, , { operationId }]) => operationId);
    expect(ids.toSorted()).toEqual(CONTRACT_LINES.map(({ name }) => name).toSorted());
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
      ajv.compile(responses[200].content["application/json"].schema);
      if (requestBody) ajv.compile(requestBody.content["application/json"].schema);
    }
  });

  it("says who may call", () => {
    for (const { name, endpoint } of CONTRACT_LINES) {
      const [, , operation] = operations().find(([, , each]) => each.operationId === name)!;
      expect(operation.security !== undefined, name).toBe(endpoint.access === "signed-in");
      const isForTokens = operation.security?.some((way: object) => "token" in way) === true;
      const isMeant = endpoint.access === "signed-in" && endpoint.tokens !== "refused";
      expect(isForTokens, name).toBe(isMeant);
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
