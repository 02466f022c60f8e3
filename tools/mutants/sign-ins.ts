import type { MutantGroup } from "./mutant.ts";

const HTTP = "packages/adapters-http/src";
const SIGN_IN = `${HTTP}/sign-in`;
const COOKIE = `${SIGN_IN}/sign-in-cookie.ts`;
const COOKIE_TEST = `${SIGN_IN}/sign-in.test.ts`;
const MEMBER_TEST = `${SIGN_IN}/member-sign-in.test.ts`;
const ACCOUNT_TEST = `${SIGN_IN}/account-routes.test.ts`;

export const SIGN_INS: MutantGroup = {
  breaks: "Who is signed in, and for how long",
  mutants: [
    {
      name: "A script can read the cookie of a sign-in",
      file: COOKIE,
      replace: "httpOnly: true",
      by: "httpOnly: false",
      foundBy: {
        [COOKIE_TEST]: ["sets one cookie that scripts and other sites cannot use"],
      },
    },
    {
      name: "Another site's form travels with the cookie",
      file: COOKIE,
      replace: 'sameSite: "lax"',
      by: 'sameSite: "none"',
      foundBy: {
        [COOKIE_TEST]: ["sets one cookie that scripts and other sites cannot use"],
      },
    },
    {
      name: "The cookie travels in the clear where TLS is in front",
      file: COOKIE,
      replace: "secure: secureCookies",
      by: "secure: false",
      foundBy: {
        [COOKIE_TEST]: ["ties the cookie to this host and HTTPS where TLS is in front"],
      },
    },
    {
      name: "A neighbouring host may set the cookie",
      file: COOKIE,
      replace: 'secureCookies ? "__Host-sf" : "sf"',
      by: '"sf"',
      foundBy: {
        [COOKIE_TEST]: ["ties the cookie to this host and HTTPS where TLS is in front"],
      },
    },
    {
      name: "Who signs in keeps the id that the browser came with",
      file: COOKIE,
      replace: "await session.regenerate();",
      by: "await session.manuallyCommit();",
      foundBy: {
        [MEMBER_TEST]: ["makes a new id each time, and the one before opens nothing any more"],
      },
    },
    {
      name: "A sign-in that ends within its own request goes on",
      file: COOKIE,
      replace: "  delete ctx.state.openSession;\n",
      by: "",
      foundBy: {
        [ACCOUNT_TEST]: ["ends a sign-in by the old one that was under way meanwhile"],
      },
    },
    {
      name: "Signing out leaves the sign-in on the server",
      file: `${HTTP}/sign-in/stored-sign-ins.ts`,
      replace: "await signIns.remove(sidHashOf(sid));",
      by: "",
      foundBy: {
        [COOKIE_TEST]: ["ends on signing out, on the server too"],
      },
    },
    {
      name: "A stolen table of sign-ins opens every one of them",
      file: `${HTTP}/sign-in/stored-sign-ins.ts`,
      replace: 'hash("sha256", sid, "hex")',
      by: "sid",
      foundBy: {
        [COOKIE_TEST]: ["keeps only a hash of the id"],
      },
    },
    {
      name: "A demo visitor is let in at the instant the account ends",
      file: "packages/application/src/ports/stores/user-store.ts",
      replace: "expiresAt !== undefined && expiresAt <= at",
      by: "expiresAt !== undefined && expiresAt < at",
      foundBy: {
        [COOKIE_TEST]: ["ends when the demo account's time is over"],
      },
    },
    {
      name: "Of too many sign-ins the newest end",
      file: COOKIE,
      replace: "signedInAtOf(other) - signedInAtOf(one)",
      by: "signedInAtOf(one) - signedInAtOf(other)",
      foundBy: {
        [MEMBER_TEST]: ["is one of ten: of eleven the oldest ends"],
      },
    },
    {
      name: "A user has a sign-in more than there may be",
      file: COOKIE,
      replace: ".slice(SIGN_INS_MAX - 1)",
      by: ".slice(SIGN_INS_MAX)",
      foundBy: {
        [MEMBER_TEST]: ["is one of ten: of eleven the oldest ends"],
      },
    },
    {
      name: "Who is busy stays signed in for ever",
      file: `${HTTP}/sign-in/sign-in-life.ts`,
      replace: "Math.min(endsAt, lastSeenAt + idleMs)",
      by: "lastSeenAt + idleMs",
      foundBy: {
        [`${HTTP}/sign-in/sign-in-life.test.ts`]: [
          "prolongs it to the moment before its end, and never beyond what nothing prolongs",
        ],
      },
    },
    {
      name: "A sign-in that is over is brought back by a late request",
      file: `${HTTP}/sign-in/sign-in-life.ts`,
      replace: " || signIn.expiresAt <= at || isNoted",
      by: " || isNoted",
      foundBy: {
        [`${HTTP}/sign-in/sign-in-life.test.ts`]: [
          "does not bring back one whose time was over before the note was written",
        ],
      },
    },
    {
      name: "A sign-in that is kept in memory is good at its end",
      file: `${HTTP}/sign-in/kept-people.ts`,
      replace: "at < signIn.expiresAt",
      by: "at <= signIn.expiresAt",
      foundBy: {
        [`${HTTP}/sign-in/kept-people.test.ts`]: ["is over at its own time, kept or not"],
      },
    },
    {
      name: "A sign-in that ends is believed by who looked it up meanwhile",
      file: `${HTTP}/sign-in/kept-people.ts`,
      replace: "        await store.remove(sidHash);\n        forget(sidHash);",
      by: "        await store.remove(sidHash);",
      foundBy: {
        [`${HTTP}/sign-in/kept-people.test.ts`]: [
          "ends at once also for who looked it up while it was being ended",
        ],
      },
    },
    {
      name: "Sign-ins that all end at once are believed on",
      file: `${HTTP}/sign-in/kept-people.ts`,
      replace: "        kept.forget(userId);\n",
      by: "",
      foundBy: {
        [`${HTTP}/sign-in/kept-people.test.ts`]: ["ends at once where it is ended here"],
      },
    },
    {
      name: "A password that is changed during a sign-in does not end it",
      file: `${HTTP}/sign-in/sign-in-routes.ts`,
      replace: "if (await needs.desk.opensStill(user.value)) return ok(entered);",
      by: "return ok(entered);",
      foundBy: {
        [ACCOUNT_TEST]: ["ends a sign-in by the old one that was under way meanwhile"],
      },
    },
    {
      name: "A password that is reset during a change of it leaves the browser signed in",
      file: `${HTTP}/sign-in/account-routes.ts`,
      replace: "if (!(await needs.desk.opensStill(current))) {",
      by: "if (current.isDemo) {",
      foundBy: {
        [ACCOUNT_TEST]: [
          "leaves nobody signed in where during a change of the password (/api/user/password) the operator resets it to another one",
        ],
      },
    },
    {
      name: "A changed password leaves the browser its old id",
      file: `${HTTP}/sign-in/account-routes.ts`,
      replace: "    await signIn(ctx, current, needs, options);\n",
      by: "",
      foundBy: {
        [ACCOUNT_TEST]: ["gives this browser a new id and ends the others"],
      },
    },
    {
      name: "A user who is gone is still named by the browser's cookie",
      file: `${HTTP}/sign-in/account-routes.ts`,
      replace: '    await signOut(ctx);\n    return ok({ message: "Your account',
      by: '    return ok({ message: "Your account',
      foundBy: {
        [ACCOUNT_TEST]: ["erases it, signs out and lets the names be taken again"],
      },
    },
  ],
};
