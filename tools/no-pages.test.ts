import { readFileSync } from "node:fs";
import { ALL_CALLS } from "@sevenfold/contract/calls";
import { PAYMENT_MESSAGES_PATH } from "@sevenfold/contract/payment-messages";
import { expect, it } from "vitest";
import { NO_PAGES } from "../scripts/no-pages.mjs";

const isNoPage = (address: string) => new RegExp(NO_PAGES).test(address);
const [, paymentPages = ""] =
  /PAGES_PATH = "(\S+)"/.exec(
    readFileSync("packages/cli/src/compose/simulated-payments.ts", "utf8"),
  ) ?? [];
const pages = [...readFileSync("packages/web/src/router.tsx", "utf8").matchAll(/path="(\/\S*)"/g)];

it("leads whatever is no page to the server while pages are edited", () => {
  const asked = [
    ...ALL_CALLS.map(({ path }) => path),
    ...["/api/openapi.json", "/api/market/quote?symbol=AAPL", "/healthz", "/readyz", "/metrics"],
    ...[PAYMENT_MESSAGES_PATH, `${paymentPages}/checkout/cs_1`],
  ];

  expect(asked.filter((address) => !isNoPage(address))).toEqual([]);
});

it("leads no page there", () => {
  expect(pages.length).toBeGreaterThan(9);
  expect(pages.map(([, path]) => path!).filter(isNoPage)).toEqual([]);
  expect(isNoPage("/apiary")).toBe(false);
});
