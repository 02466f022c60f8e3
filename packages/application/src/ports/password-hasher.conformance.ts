import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PasswordHasher } from "./password-hasher.ts";

/** What every hasher must do. `weakHash` makes a hash of less than today's cost. */
export function describePasswordHasher(
  name: string,
  hasher: PasswordHasher,
  weakHash: (password: string) => Promise<string>,
): void {
  describe(`the password hasher ${name}`, () => {
    it("always knows a password again, to the last character, and no other", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: "binary", maxLength: 140 }),
          fc.string({ unit: "binary", minLength: 1, maxLength: 3 }),
          async (password, more) => {
            const hash = await hasher.hash(password);
            expect(await hasher.verify(hash, password)).toEqual({ isRight: true, isWeak: false });
            expect((await hasher.verify(hash, password + more)).isRight).toBe(false);
            expect((await hasher.verify(hash, more + password)).isRight).toBe(false);
          },
        ),
        { numRuns: 10 },
      );
    });

    it("hashes the same password differently each time, and never shows it", async () => {
      const [one, other] = [await hasher.hash("correct horse"), await hasher.hash("correct horse")];
      expect(one).not.toBe(other);
      expect(one).not.toContain("correct horse");
    });

    it("says no to a hash that is none, and to none", async () => {
      for (const hash of [undefined, "", "!", "$argon2id$nonsense"])
        expect((await hasher.verify(hash, "")).isRight).toBe(false);
    });

    it("notices a hash of less than today's cost", async () => {
      const hash = await weakHash("correct horse");
      expect(await hasher.verify(hash, "correct horse")).toEqual({ isRight: true, isWeak: true });
      expect((await hasher.verify(hash, "another")).isRight).toBe(false);
    });
  });
}
