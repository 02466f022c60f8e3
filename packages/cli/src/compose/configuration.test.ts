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
