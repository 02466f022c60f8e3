import { describe, expect, it } from "vitest";

import { configurationFrom } from "./configuration.ts";

describe("the names the product is opened under", () => {
  it("are this machine's alone where nothing is said", () => {
    expect(configurationFrom({})).toMatchObject({ publicUrl: undefined, allowedHosts: [] });
  });

  it("are that of the public address, and those of a list", () => {
    const given = {
      PUBLIC_URL: "https://Trade.example.com/",
      ALLOWED_HOSTS: "box.lan, 192.168.1.5,",
    };

    expect(configurationFrom(given)).toMatchObject({
      publicUrl: "https://trade.example.com",
      allowedHosts: ["box.lan", "192.168.1.5"],
    });
  });

  it.each(["trade.example.com", "https://trade.example.com/app", "ftp://trade.example.com", "x"])(
    "are not taken from a public address that is none: %s",
    (PUBLIC_URL) => {
      expect(() => configurationFrom({ PUBLIC_URL })).toThrow(
        "PUBLIC_URL must be an address such as https://trade.example.com, without a path",
      );
    },
  );

  it.each(["*", "*.example.com", "https://box.lan", "box.lan:4000", "box lan"])(
    "hold no pattern and no address of a page: %s",
    (ALLOWED_HOSTS) => {
      expect(() => configurationFrom({ ALLOWED_HOSTS })).toThrow(
        "ALLOWED_HOSTS must be names or addresses, separated by commas: box.lan, 192.168.1.5",
      );
    },
  );
});

describe("a setting that cannot be used", () => {
  it.each([
    ["PORT", "abc", "must be a port, 0 to 65535"],
    ["PORT", "65536", "must be a port, 0 to 65535"],
    ["LOG_LEVEL", "loud", "must be one of: debug, info, warn, error, silent"],
    ["HOURS", "nasdaq", "must be one of: always, nyse"],
    ["SEED", "one", "must be a whole number, 0 to 4294967295"],
    ["SEED", "1.5", "must be a whole number, 0 to 4294967295"],
    ["SEED", " ", "must be a whole number, 0 to 4294967295"],
    ["DEMO_ACCOUNTS_MAX", "  ", "must be a whole number, 0 to 10000"],
    ["ORDERS_PER_MINUTE_MAX", "0x10", "must be a whole number, 1 to 1000000"],
    ["ORDERS_PER_MINUTE_MAX", "1e5", "must be a whole number, 1 to 1000000"],
    ["VOLATILITY", "0x2", "must be a number above 0, 10 at most"],
    ["VOLATILITY", "-1", "must be a number above 0, 10 at most"],
    ["ORDERS_PER_MINUTE_MAX", "many", "must be a whole number, 1 to 1000000"],
    ["DEMO_ACCOUNTS_MAX", "-1", "must be a whole number, 0 to 10000"],
    ["EXCHANGE_URL", "ws://127.0.0.1:4100", "must be an http:// or https:// address"],
    ["ALLOW_LIVE", "yes", "must be 1 or 0"],
    ["RATE_LIMIT_USER", "0", "must be a whole number above 0"],
    [
      "NODE_TLS_REJECT_UNAUTHORIZED",
      "0",
      "must not be 0, for whoever answers would be believed to be the broker: NODE_EXTRA_CA_CERTS names certificates of your own to trust",
    ],
  ])("is named with what it must be and what it is: %s=%s", (name, value, words) => {
    expect(messageOf({ [name]: value })).toBe(`${name} ${words}; it is "${value}"`);
  });

  it("that may hold a secret is named without what it is", () => {
    const secret = "hunter2hunter2";
    const settings = {
      DATABASE_URL: `mysql://me:${secret}@127.0.0.1/db`,
      CREDENTIALS_KEY: `${secret}!`,
      STRIPE_SECRET_KEY: secret,
      TIINGO_TOKEN: secret.repeat(20),
      METRICS_TOKEN: secret,
      EXCHANGE_URL: `ftp://me:${secret}@127.0.0.1:4100`,
      PUBLIC_URL: `ftp://me:${secret}@127.0.0.1`,
    };
    for (const [name, value] of Object.entries(settings)) {
      const message = messageOf({ [name]: value });
      expect(message).toMatch(new RegExp(`^${name} must `));
      expect(message).not.toContain(secret);
    }
  });

  it.each(["postgres://me:100%@127.0.0.1/db", "postgres://m%zz@127.0.0.1/db", "postgres://h/d%"])(
    "is an address whose percent sign says nothing: DATABASE_URL=%s",
    (DATABASE_URL) => {
      expect(messageOf({ DATABASE_URL })).toBe(
        "DATABASE_URL has a % that begins no escape: write %25 for a percent sign",
      );
      expect(messageOf({ DATABASE_URL: DATABASE_URL.replace(/%(zz)?/, "%25") })).toBe(
        "It can be used.",
      );
    },
  );

  it("is told together with every other, and not at any length", () => {
    const message = messageOf({ PORT: "abc", DATABASE_URL: "nonsense", HOURS: "x".repeat(500) });

    expect(message.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "PORT",
      "DATABASE_URL",
      "HOURS",
    ]);
    expect(message.length).toBeLessThan(300);
  });
});

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    configurationFrom(env);
  } catch (error) {
    return (error as Error).message;
  }
  return "It can be used.";
}
