import type { Identifiers } from "../ports/identifiers.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";
import { countTry } from "./throttling.ts";

/**
 * Asks somebody who is signed in for the password again: a window left open is not to be enough.
 * Undefined when it is right.
 */
export const confirmPassword =
  ({ clock, hasher, identifiers, storage, throttleRules }: SignInNeeds) =>
  async ({ id, isDemo, passwordHash }: User, password: string) => {
    if (isDemo) return DEMO;
    const key = confirmationKeyOf(identifiers, id);
    const rule = throttleRules.confirmation;
    const tooMany = await countTry(storage, key, { rule, at: clock.now() });
    if (tooMany) return tooMany;
    const { isRight } = await hasher.verify(passwordHash, password);
    if (!isRight) return WRONG;
    await storage.transact(({ throttles }) => throttles.remove(key));
    return undefined;
  };

/** Under which the user's wrong passwords are counted that were typed while signed in. */
export const confirmationKeyOf = (
  { clientKeyOf }: Pick<Identifiers, "clientKeyOf">,
  userId: string,
): string => `confirmation ${clientKeyOf(`confirmation|${userId}`)}`;

const DEMO = { kind: "demo-account" } as const;
const WRONG = { kind: "password-wrong" } as const satisfies SignInRefusal;
