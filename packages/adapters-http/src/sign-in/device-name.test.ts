import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceNameOf } from "./device-name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("deviceNameOf", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox on Linux"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
      "Chrome on Windows",
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`,
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
      "Safari on macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1",
      "Safari on iPhone",
    ],
    ["curl/8.5.0", "curl"],
    ["", "Unknown device"],
  ])("reads %s", (userAgent, name) => {
    expect(deviceNameOf(userAgent)).toBe(name);
  });

  it("never repeats what the header says", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(deviceNameOf(text)).toMatch(/^[\w ]+$/);
        expect(deviceNameOf(`<b>${text}</b>`)).not.toContain("<");
      }),
    );
  });
});
