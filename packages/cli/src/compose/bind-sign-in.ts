import { signInDesk } from "@sevenfold/application/people/sign-in-desk";
import { THROTTLE_RULES } from "@sevenfold/application/people/throttling";
import type { Container } from "inversify";
import { argon2Hasher } from "../system/argon2-hasher.ts";
import { listedCommonPasswords } from "../system/listed-common-passwords.ts";
import { otpauthCodes } from "../system/otpauth-codes.ts";
import type { Configuration } from "./configuration.ts";
import { tokens } from "./tokens.ts";

/** How people are let in. */
export function bindSignIn(container: Container): void {
  container.bind(tokens.desk).toDynamicValue(({ get }) =>
    signInDesk({
      ...get(tokens.connecting),
      endBilling: (user) => get(tokens.billing).end(user),
      hasher: argon2Hasher(),
      oneTimeCodes: otpauthCodes,
      commonPasswords: listedCommonPasswords,
      throttleRules: throttleRulesOf(get(tokens.configuration)),
    }),
  );
}

const throttleRulesOf = ({ rateLimits }: Configuration) => ({
  ...THROTTLE_RULES,
  signInPerNetwork: {
    ...THROTTLE_RULES.signInPerNetwork,
    triesMax: rateLimits.signInPerAddress,
  },
  registerPerNetwork: {
    ...THROTTLE_RULES.registerPerNetwork,
    triesMax: rateLimits.registerPerAddress,
  },
});
