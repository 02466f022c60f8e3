import { describe, expect, it } from "vitest";
import { natsAddressOf } from "./nats-address.ts";

describe("the address of NATS", () => {
  it("names servers, and who we are there", () => {
    expect(natsAddressOf("nats://127.0.0.1")).toEqual({
      servers: ["127.0.0.1:4222"],
      isEncrypted: false,
    });
    expect(natsAddressOf("tls://me:s%40y@one:1, tls://two:2")).toEqual({
      ...{ servers: ["one:1", "two:2"], isEncrypted: true, user: "me", password: "s@y" },
    });
    expect(natsAddressOf("nats://key@[::1]:4222")).toEqual({
      ...{ servers: ["[::1]:4222"], isEncrypted: false, token: "key" },
    });
  });

  it("is refused where it cannot be used, without its secrets", () => {
    for (const url of ["", "redis://x", "nats://", "nats://a,redis://b", "nats://secret@h/path"])
      expect(() => natsAddressOf(url), url).toThrow(/^must be a nats:\/\/ or tls:\/\/ address/);
    expect(() => natsAddressOf("nats://a,tls://b")).toThrow("all by tls://");
    for (const url of ["nats://me:100%@h", "nats://k%zz@h"])
      expect(() => natsAddressOf(url), url).toThrow(
        /^has a % that begins no escape: write %25 for a percent sign$/,
      );
  });
});
