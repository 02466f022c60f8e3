import type { MutantGroup } from "./mutant.ts";

const HTTP = "packages/adapters-http/src";
const PEOPLE = "packages/application/src/people";
const TOKENS = `${PEOPLE}/api-tokens.ts`;
const TOKENS_TEST = `${PEOPLE}/api-tokens.test.ts`;
const ROUTES_TEST = `${HTTP}/tokens/token-routes.test.ts`;
const THROTTLING = `${PEOPLE}/throttling.ts`;
const SIGN_IN_TEST = `${PEOPLE}/sign-in.test.ts`;

export const PROGRAMS_AND_GUESSES: MutantGroup = {
  breaks: "How far a program reaches, and how often is guessed",
  mutants: [
    {
      name: "A token reaches one scope further than it was given",
      file: `${HTTP}/tokens/bearer-token.ts`,
      replace: "TOKEN_SCOPES.indexOf(needed) <= TOKEN_SCOPES.indexOf(token.scope)",
      by: "TOKEN_SCOPES.indexOf(needed) - 1 <= TOKEN_SCOPES.indexOf(token.scope)",
      foundBy: {
        [ROUTES_TEST]: [
          "that may only read changes nothing",
          "that may trade orders and sells, and lets the settings be",
        ],
      },
    },
    {
      name: "A token that may trade switches automation on",
      file: `${HTTP}/tokens/bearer-token.ts`,
      replace: "given.get(field) === value",
      by: "given.has(field) || value",
      foundBy: {
        [ROUTES_TEST]: ["that may trade switches automation off, and never on"],
      },
    },
    {
      name: "A token that may read switches automation off",
      file: `${HTTP}/tokens/bearer-token.ts`,
      replace: 'lowersRisk(call, input) ? "trade" : call.tokens',
      by: 'lowersRisk(call, input) ? "read" : call.tokens',
      foundBy: {
        [ROUTES_TEST]: ["that may read does not switch automation off"],
      },
    },
    {
      name: "A program does what only people may",
      file: `${HTTP}/tokens/bearer-token.ts`,
      replace: 'state.token !== undefined && tokens === "refused"',
      by: 'state.token?.scope === "read" && tokens === "refused"',
      foundBy: {
        [ROUTES_TEST]: [
          "that may manage trades and changes settings, and is refused what is for people",
        ],
      },
    },
    {
      name: "A token is good at the instant at which it ends",
      file: TOKENS,
      replace: "token.expiresAt <= at",
      by: "token.expiresAt < at",
      foundBy: {
        [TOKENS_TEST]: ["end when their time is over, or when they are revoked by their owner"],
      },
    },
    {
      name: "A token goes on without the plan that it needs",
      file: TOKENS,
      replace:
        '    if (!mayUseTokens(user, at)) return refused({ kind: "plan-required", plan: "pro" });\n',
      by: "",
      foundBy: {
        [TOKENS_TEST]: ["stop with the plan, and go on with it"],
      },
    },
    {
      name: "A token is made with a password that was changed meanwhile",
      file: TOKENS,
      replace: "if (row?.passwordHash !== user.passwordHash)",
      by: "if (row === undefined)",
      foundBy: {
        [TOKENS_TEST]: [
          "are not made with a password or without a code that went out of date meanwhile",
        ],
      },
    },
    {
      name: "A token is made without the code of a second factor put on meanwhile",
      file: TOKENS,
      replace: "if (!hadSecond && (await hasSecondFactor(tables, user.id)))",
      by: "if (hadSecond && !(await hasSecondFactor(tables, user.id)))",
      foundBy: {
        [TOKENS_TEST]: [
          "are not made without a code where a second factor was put on as they were being written",
        ],
      },
    },
    {
      name: "A user has a token more than there may be",
      file: TOKENS,
      replace: "if (TOKENS_MAX <= (await",
      by: "if (TOKENS_MAX < (await",
      foundBy: {
        [TOKENS_TEST]: ["are twenty at most, also when they are made at the same moment"],
      },
    },
    {
      name: "A window left open makes a token",
      file: TOKENS,
      replace: "if (refusal) return refused(refusal);\n    const at",
      by: 'if (refusal?.kind === "too-many-tries") return refused(refusal);\n    const at',
      foundBy: {
        [TOKENS_TEST]: ["are made by whoever shows the password again, and by nobody else"],
      },
    },
    {
      name: "A changed password leaves API tokens as they are",
      file: `${PEOPLE}/change-password.ts`,
      replace: "const tokensEnded = await apiTokens.removeOfUser(user.id);",
      by: "const tokensEnded = (await apiTokens.ofUser(user.id)).length;",
      foundBy: {
        [TOKENS_TEST]: ["end with the password, the user's only, and the audit says how many"],
      },
    },
    {
      name: "A changed password leaves other sign-ins as they are",
      file: `${PEOPLE}/change-password.ts`,
      replace: "      await signIns.removeOfUser(user.id, sidHash);\n",
      by: "",
      foundBy: {
        [`${PEOPLE}/change-password.test.ts`]: [
          "ends every other sign-in of the user, and says so to open windows",
        ],
      },
    },
    {
      name: "A reset leaves sign-ins as they are",
      file: `${PEOPLE}/reset-password.ts`,
      replace: "      await signIns.removeOfUser(user.id);\n",
      by: "",
      foundBy: {
        [`${PEOPLE}/reset-password.test.ts`]: [
          "ends every sign-in and token of the user, and nobody else's",
        ],
      },
    },
    {
      name: "A reset leaves API tokens as they are",
      file: `${PEOPLE}/reset-password.ts`,
      replace: "      await apiTokens.removeOfUser(user.id);\n",
      by: "",
      foundBy: {
        [`${PEOPLE}/reset-password.test.ts`]: [
          "ends every sign-in and token of the user, and nobody else's",
        ],
      },
    },
    {
      name: "A code is taken twice",
      file: `${PEOPLE}/second-factor.ts`,
      replace: "(totp.lastStep ?? -1) < step",
      by: "(totp.lastStep ?? -1) <= step",
      foundBy: {
        [SIGN_IN_TEST]: ["takes a code once, also when it comes twice at the same moment"],
      },
    },
    {
      name: "A recovery code is taken twice",
      file: `${PEOPLE}/second-factor.ts`,
      replace: "return ok({ ...totp, recoveryHashes: left });",
      by: "return ok(totp);",
      foundBy: {
        [SIGN_IN_TEST]: ["takes each recovery code once, and says so in the audit"],
      },
    },
    {
      name: "A code of a secret that was replaced meanwhile is taken",
      file: `${PEOPLE}/second-factor.ts`,
      replace: "current.sealedSecret === sealedSecret ? used(current, step, recoveryHash) : WRONG",
      by: "used(current, step, recoveryHash)",
      foundBy: {
        [`${PEOPLE}/set-up-totp.test.ts`]: [
          "begins anew with another secret, and the first one is worth nothing",
        ],
      },
    },
    {
      name: "Codes are guessed as often as somebody likes",
      file: `${PEOPLE}/second-factor.ts`,
      replace: "if (refusal) return refused(refusal);",
      by: "",
      foundBy: {
        [SIGN_IN_TEST]: ["lets nobody who knows the password guess codes from many places"],
      },
    },
    {
      name: "A clock that was ahead keeps people out for years",
      file: `${PEOPLE}/throttling.ts`,
      replace: "since <= at + AHEAD_MS_MAX && at < forgetAt",
      by: "at < forgetAt",
      foundBy: {
        [`${HTTP}/sign-in/member-sign-in.test.ts`]: [
          "keeps nobody out for years after a clock that was years ahead has been set right",
        ],
      },
    },
    {
      name: "Asking for the code in between frees guesses",
      file: `${PEOPLE}/sign-in.ts`,
      replace: 'if (second.refusal.kind === "totp-required") await takeBack(needs, keys);',
      by: 'if (second.refusal.kind === "totp-required") await needs.storage.transact(({ throttles }) => throttles.remove(keys.ofAccount));',
      foundBy: {
        [SIGN_IN_TEST]: ["frees no guesses by asking for the code in between"],
      },
    },
    {
      name: "A password that was guessed at from elsewhere keeps its owner out",
      file: `${PEOPLE}/sign-in.ts`,
      replace: "clientKeyOf(`account|${name}|${network}`)",
      by: "clientKeyOf(`account|${name}`)",
      foundBy: {
        [SIGN_IN_TEST]: ["lets fifty places guess, and the owner in from a fifty-first"],
      },
    },
    {
      name: "A network guesses at every account as often as it likes",
      file: `${PEOPLE}/sign-in.ts`,
      replace: "(await countTry(storage, ofNetwork, { rule: throttleRules.signInPerNetwork, at }))",
      by: "undefined",
      foundBy: {
        [SIGN_IN_TEST]: [
          "lets one network guess thirty times over all accounts in a quarter of an hour",
        ],
      },
    },
    {
      name: "A demo account is let in by a password",
      file: `${PEOPLE}/sign-in.ts`,
      replace: "if (!user || !isRight || user.isDemo || isOver",
      by: "if (!user || !isRight || isOver",
      foundBy: {
        [SIGN_IN_TEST]: ["never lets a demo account in by a password"],
      },
    },
    {
      name: "A try more is free than may be",
      file: THROTTLING,
      replace: "if (count < rule.triesMax) return ok",
      by: "if (count <= rule.triesMax) return ok",
      foundBy: {
        [`${PEOPLE}/throttling.test.ts`]: [
          "lets five tries through at once, then makes each wait twice as long, up to an hour",
        ],
      },
    },
    {
      name: "A count of guesses ends with its window, wait or none",
      file: THROTTLING,
      replace: "blockedUntil + (rule.firstWaitMs ? rule.windowMs : 0)",
      by: "blockedUntil",
      foundBy: {
        [`${PEOPLE}/throttling.test.ts`]: [
          "lets five tries through at once, then makes each wait twice as long, up to an hour",
        ],
      },
    },
    {
      name: "A wait for guesses grows without an end",
      file: THROTTLING,
      replace: "return Math.min(waitMaxMs, firstWaitMs",
      by: "return Math.max(firstWaitMs, firstWaitMs",
      foundBy: {
        [`${PEOPLE}/throttling.test.ts`]: [
          "lets five tries through at once, then makes each wait twice as long, up to an hour",
        ],
      },
    },
    {
      name: "Deleting a user asks for no password",
      file: `${PEOPLE}/delete-user.ts`,
      replace: "if (refusal) return refused(refusal);",
      by: 'if (refusal?.kind === "demo-account") return refused(refusal);',
      foundBy: {
        [`${PEOPLE}/delete-user.test.ts`]: ["needs the password, and is not for demo visitors"],
      },
    },
    {
      name: "A password is guessed from a window as often as somebody likes",
      file: `${PEOPLE}/confirm-password.ts`,
      replace: "    if (tooMany) return tooMany;\n",
      by: "",
      foundBy: {
        [`${PEOPLE}/change-password.test.ts`]: ["is no way to guess the password"],
      },
    },
  ],
};
