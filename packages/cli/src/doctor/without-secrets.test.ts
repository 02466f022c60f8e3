import { expect, it } from "vitest";
import { configurationFrom } from "../compose/configuration.ts";
import { withoutSecretsOf } from "./without-secrets.ts";

const SECRETS = {
  ALPACA_DATA_KEY: "PKDATA0123456789",
  ALPACA_DATA_SECRET: "data-secret-0123456789",
  TIINGO_TOKEN: "tiingo-0123456789",
  TWELVE_DATA_KEY: "twelve-0123456789",
  METRICS_TOKEN: "metrics-0123456789",
  CREDENTIALS_KEY: Buffer.alloc(32, 3).toString("base64"),
};
const PASSWORD = "p@ss word";
const URL_OF_DATABASE = `postgres://trader:${encodeURIComponent(PASSWORD)}@db.lan/sevenfold`;

it("takes every secret of the settings out of a text, however it is written", () => {
  const clean = withoutSecretsOf(configurationFrom({ ...SECRETS, DATABASE_URL: URL_OF_DATABASE }));
  const secrets = [...Object.values(SECRETS), PASSWORD, encodeURIComponent(PASSWORD)];
  for (const secret of secrets)
    expect(clean(`It said: ${secret}, and ${secret}.`)).toBe("It said: …, and ….");
  expect(clean(`at ${URL_OF_DATABASE}`)).not.toContain("trader");
  expect(clean("nothing of it")).toBe("nothing of it");
});

it("leaves a text alone where nothing is secret", () => {
  expect(withoutSecretsOf(configurationFrom({}))("alpaca answers")).toBe("alpaca answers");
});
