import { describe, expect, it } from "vitest";
import { configurationFrom } from "./configuration.ts";

describe("the settings of NATS", () => {
  it("are none by themselves, and an address with a prefix where they are given", () => {
    expect(configurationFrom({}).nats).toBeUndefined();
    expect(configurationFrom({ NATS_URL: "nats://here:4222" }).nats).toMatchObject({
      ...{ address: { servers: ["here:4222"] }, prefix: "sevenfold" },
    });
  });

  it("are refused in words where they cannot be used, without their secrets", () => {
    const refusal = (env: NodeJS.ProcessEnv) => {
      try {
        configurationFrom(env);
        return "";
      } catch (error) {
        return String(error);
      }
    };
    const NATS_URL = "nats://here";
    expect(refusal({ NATS_URL: "http://user:hidden@here" })).toMatch(/NATS_URL must be a nats:/);
    expect(refusal({ NATS_URL: "http://user:hidden@here" })).not.toContain("hidden");
    expect(refusal({ NATS_CREDENTIALS: "x" })).toContain("NATS_CREDENTIALS takes a NATS_URL");
    expect(refusal({ NATS_URL, NATS_CREDENTIALS: "/nowhere.creds" })).toContain("cannot be read");
    expect(refusal({ NATS_URL, NATS_PREFIX: "a.b" })).toContain("NATS_PREFIX must be letters");
  });
});
