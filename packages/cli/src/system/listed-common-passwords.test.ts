import { passwordFaultOf } from "@sevenfold/domain/password-policy";
import { describe, expect, it } from "vitest";
import { listedCommonPasswords } from "./listed-common-passwords.ts";

const faultOf = (password: string) =>
  passwordFaultOf(password, { isCommon: listedCommonPasswords.has, words: [] });

describe("listedCommonPasswords", () => {
  it.each(["Password1234", "1q2w3e4r5t6y", "letmein!!!!!!", "Sunsh1ne.1999", "manchester2024"])(
    "makes the policy refuse %s",
    (password) => {
      expect(faultOf(password)).toBe("common");
    },
  );

  it.each(["correct horse battery staple", "wK4#nu!8zPq2", "три весёлых поросёнка"])(
    "lets %s be",
    (password) => {
      expect(faultOf(password)).toBeUndefined();
    },
  );
});
