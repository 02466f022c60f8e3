import { describe, expect, it } from "vitest";

import { isGuarded } from "./loopback.ts";

describe("an address that a secret may be sent to", () => {
  it.each([
    "https://hooks.example.com/key",
    "http://localhost:3000/",
    "http://127.0.0.1/",
    "http://127.9.8.7:80/",
    "http://[::1]:3000/",
  ])("may be %s: by TLS, or within this machine", (text) => {
    expect(isGuarded(new URL(text))).toBe(true);
  });

  it.each([
    "http://hooks.example.com/key",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "http://192.168.0.1/",
    "ftp://localhost/",
    "ws://127.0.0.1/",
  ])("is never %s", (text) => {
    expect(isGuarded(new URL(text))).toBe(false);
  });
});
