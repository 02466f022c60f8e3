import type { PasswordFault } from "@sevenfold/domain/password-policy";
import type { TooManyTries } from "./throttling.ts";

/** Every way signing in, or changing what it takes, is refused. */
export type SignInRefusal =
  /** Name, address and password do not belong together; which of them is wrong is not told. */
  | { readonly kind: "sign-in-failed" }
  | { readonly kind: "totp-required" }
  | { readonly kind: "totp-wrong" }
  | { readonly kind: "totp-already-on" }
  | { readonly kind: "totp-not-begun" }
  | { readonly kind: "totp-off" }
  | { readonly kind: "password-wrong" }
  | { readonly kind: "password-unchanged" }
  | { readonly kind: "password-unfit"; readonly fault: PasswordFault }
  | {
      readonly kind: "name-unfit";
      readonly field: "username" | "email";
      readonly fault: "invisible-characters" | "mixed-alphabets";
    }
  /** The username or the address; which one is not told. */
  | { readonly kind: "name-taken" }
  | { readonly kind: "sign-in-not-found" }
  | TooManyTries;
