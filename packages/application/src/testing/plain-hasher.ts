import { HasherBusy, type PasswordHasher } from "../ports/password-hasher.ts";

/** Hashes at no cost, for tests: the numbers of a password's characters behind a running number. */
export function plainHasher(): PasswordHasher & {
  /** From now on every call is one too many. */
  beBusy(): void;
} {
  let made = 0;
  let isBusy = false;
  const attend = () => {
    if (isBusy) throw new HasherBusy("The hasher of the tests was told to be busy.");
  };
  return {
    beBusy() {
      isBusy = true;
    },
    async hash(password) {
      attend();
      made += 1;
      return `plain$${made}$${digitsOf(password)}`;
    },
    async verify(hash, password) {
      attend();
      const [kind, , digits] = hash?.split("$") ?? [];
      const isRight = /^(plain|weak)$/.test(kind ?? "") && digits === digitsOf(password);
      return { isRight, isWeak: kind === "weak" };
    },
  };
}

/** As if it had been hashed when hashes cost less. */
export const weakPlainHash = (password: string): string => `weak$0$${digitsOf(password)}`;

const digitsOf = (password: string): string =>
  Array.from({ length: password.length }, (_, at) => password.charCodeAt(at)).join(".");
