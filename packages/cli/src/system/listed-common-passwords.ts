import type { CommonPasswords } from "@sevenfold/application/ports/password-hasher";
import { dictionary } from "@zxcvbn-ts/language-common";

let listed: ReadonlySet<string> | undefined;

/** The fifty thousand passwords met most often in stolen tables, most of them first of all. */
export const listedCommonPasswords: CommonPasswords = {
  has(word) {
    listed ??= new Set(dictionary.passwords);
    return listed.has(word);
  },
};
