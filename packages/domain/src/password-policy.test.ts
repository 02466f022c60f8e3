import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordFaultOf } from "./password-policy.ts";

const COMMON = new Set(["password", "dragon", "letmein", "sonyericsson", "iloveyou"]);
const faultOf = (password: string, words: readonly string[] = ["sevenfold", "alice"]) =>
  passwordFaultOf(password, { isCommon: (word) => COMMON.has(word), words });

describe("passwordFaultOf", () => {
  it("asks for twelve characters, takes 128, and counts a sign as one however it is stored", () => {
    expect(faultOf("wK4#nu!8zPq")).toBe("short");
    expect(faultOf("wK4#nu!8zPq2")).toBeUndefined();
    expect(faultOf("wK4#nu!8zPq2".repeat(11).slice(0, 128))).toBeUndefined();
    expect(faultOf("wK4#nu!8zPq2".repeat(11).slice(0, 129))).toBe("long");
    expect(faultOf("🐙🦀🐳🎈🎲🎸🚲🏔🌋🧲🧊🔭")).toBeUndefined();
    expect(faultOf("🐙🦀🐳🎈🎲🎸🚲🏔🌋🧲🧊")).toBe("short");
  });

  it("asks for no kind of character, and takes spaces at either end", () => {
    for (const fine of [
      "correct horse battery",
      " leading and trailing ",
      "нечто непростое",
      "82640193755826",
    ])
      expect(faultOf(fine), fine).toBeUndefined();
  });

  it.each([
    ["password1234"],
    ["PASSWORD!!!!"],
    ["p@ssw0rd2024"],
    ["  dragon  1984"],
    ["1234iloveyou"],
    ["sony-ericsson"],
    ["S0nyEricsson"],
    ["ｐａｓｓｗｏｒｄ1234"],
  ])("refuses %s: what everybody tries, dressed up", (password) => {
    expect(faultOf(password)).toBe("common");
  });

  it.each([
    ["aaaaaaaaaaaa"],
    ["abcabcabcabc"],
    ["wK4#nuwK4#nu"],
    ["123456789012"],
    ["qwertyuiop12"],
    ["abcdefghijkl"],
    ["asdfghjkl1234"],
  ])("refuses %s: a walk or a repetition", (password) => {
    expect(faultOf(password)).toBe("predictable");
  });

  it("refuses what is made of the product's name or the user's", () => {
    expect(faultOf("Sevenfold2024!")).toBe("personal");
    expect(faultOf("S3venfold-x7qz")).toBe("personal");
    expect(faultOf("alice-98-2k1")).toBe("personal");
    expect(faultOf("sevenfold and correct horse")).toBeUndefined();
    expect(faultOf("bobsleighs at nine", ["bob"])).toBeUndefined();
  });

  it("always refuses what is shorter or longer, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (password) => {
        const { length } = [...password];
        const fault = faultOf(password);
        expect(fault === "short").toBe(length < 12);
        expect(fault === "long").toBe(128 < length);
      }),
    );
  });
});
