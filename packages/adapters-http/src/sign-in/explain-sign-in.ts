import type { TokenRefusal } from "@sevenfold/application/people/api-tokens";
import type { SignInRefusal } from "@sevenfold/application/people/sign-in-refusal";
import {
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  type PasswordFault,
} from "@sevenfold/domain/password-policy";
import type { WordsFor } from "../refusals.ts";
import type { TokenUseRefusal } from "./token-use-refusal.ts";

type Worded = SignInRefusal | Exclude<TokenRefusal, { kind: "demo-account" }> | TokenUseRefusal;

const UNFIT: Readonly<Record<PasswordFault, string>> = {
  short: `The password needs at least ${PASSWORD_LENGTH_MIN} characters. A few words in a row are fine.`,
  long: `The password may have at most ${PASSWORD_LENGTH_MAX} characters.`,
  common:
    "Too many people use this password. Please choose another: a few words in a row are fine.",
  predictable:
    "This password is easily guessed: it repeats itself or follows the keys. Please choose another.",
  personal: "The password must not be made of your name or the product's. Please choose another.",
};

/** What is said to whoever is not let in, or changes what lets them in. */
export const SIGN_IN_WORDS: WordsFor<Worded["kind"]> = {
  "sign-in-failed": () => ["Login failed", "Username, email and password do not match an account."],
  "totp-required": () => [
    "Code needed",
    "Enter the code your authenticator shows, or a recovery code.",
  ],
  "totp-wrong": () => [
    "Wrong code",
    "This code is not right or was used already. Wait for the next one and try again.",
  ],
  "totp-already-on": () => ["Already on", "Two-step sign-in is on already."],
  "totp-not-begun": () => [
    "Not begun",
    "Begin anew: this code belongs to no set-up that is under way.",
  ],
  "totp-off": () => ["Already off", "Two-step sign-in is off."],
  "password-wrong": () => ["Wrong password", "The current password is not right."],
  "password-unchanged": () => ["Same password", "This is the password you have already."],
  "password-unfit": ({ fault }) => ["Password not accepted", UNFIT[fault]],
  "name-unfit": ({ fault, field }) => [
    "The request is not valid",
    `${field === "username" ? "Username" : "Email"} ${
      fault === "mixed-alphabets"
        ? "mixes letters of different alphabets. Please use one alphabet."
        : "holds characters that nobody can see. Please type it anew."
    }`,
  ],
  "name-taken": () => [
    "Already taken",
    "This username or email is already in use. Sign in, or choose another.",
  ],
  "sign-in-not-found": () => ["No such sign-in", "It has ended already."],
  "too-many-tries": ({ retryAfterSec }) => [
    "Too many attempts",
    `Please wait ${durationOf(retryAfterSec)} and try again.`,
  ],

  "plan-required": () => ["Pro Feature", "API tokens are part of the Pro plan."],
  "too-many-tokens": ({ max }) => [
    "Too many tokens",
    `There can be ${max} at once. Revoke one that is not used any more.`,
  ],
  "token-not-found": () => ["No such token", "It was revoked already."],
  "token-refused": () => [
    "Token not accepted",
    "It is unknown, revoked or expired, or ended with a change of password or two-step sign-in.",
  ],
  "token-not-allowed": () => [
    "Not with a token",
    "This call is for people: sign in with a browser.",
  ],
  "token-scope-too-small": ({ given, needed }) => [
    "Token's scope too small",
    `This call needs a token with the scope ${needed}; this one has ${given}.`,
  ],
};

const durationOf = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
