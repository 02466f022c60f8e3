import { passwordFaultOf } from "@sevenfold/domain/password-policy";

import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

const PRODUCT = "sevenfold";

/** Why the password will not do for this user, if so. */
export function newPasswordRefusal(
  { commonPasswords }: Pick<Ports, "commonPasswords">,
  password: string,
  { email, username }: Pick<User, "email" | "username">,
): Extract<SignInRefusal, { kind: "password-unfit" }> | undefined {
  const [local = ""] = email.split("@");
  const fault = passwordFaultOf(password, {
    isCommon: (word) => commonPasswords.has(word),
    words: [PRODUCT, username, local],
  });
  return fault && { kind: "password-unfit", fault };
}
