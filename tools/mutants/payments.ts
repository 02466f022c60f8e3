import type { MutantGroup } from "./mutant.ts";

const HTTP = "packages/adapters-http/src/billing";
const APP = "packages/application/src/billing";
const STRIPE = "packages/adapters-payments/src/stripe";
const STANDING = `${APP}/billing-standing.ts`;
const MESSAGES_TEST = `${HTTP}/payment-messages.test.ts`;
const PAGES_TEST = `${HTTP}/payment-pages.test.ts`;
const ANSWERS_TEST = `${STRIPE}/stripe-answers.test.ts`;
const STAND_IN_TEST = "packages/adapters-payments/src/billing-on-stand-in.test.ts";

export const PAYMENTS: MutantGroup = {
  breaks: "Who is believed about payments, and what is given for them",
  mutants: [
    {
      name: "A message that was recorded long ago is believed",
      file: `${STRIPE}/stripe-webhook.ts`,
      replace: "const SIGNATURE_SECONDS = 300;",
      by: "const SIGNATURE_SECONDS = 3_000;",
      foundBy: {
        [MESSAGES_TEST]: ["is refused with 400 and changes nothing"],
      },
    },
    {
      name: "A failure that is told again under its key is believed for a day",
      file: `${STRIPE}/stripe-calls.ts`,
      replace: "if (turn === KEYS_MAX || !isToldAgain(cause))",
      by: "if (turn === 1 || !isToldAgain(cause))",
      foundBy: {
        [ANSWERS_TEST]: [
          "tell a failure of their own again under its key: another key is asked under",
        ],
      },
    },
    {
      name: "What Stripe may have done is asked for under another key",
      file: `${STRIPE}/stripe-calls.ts`,
      replace: 'cause.headers?.["idempotent-replayed"] === "true";',
      by: "cause.headers !== undefined;",
      foundBy: {
        [ANSWERS_TEST]: [
          "that fail under every key are given up, and one that was not kept is asked for once",
        ],
      },
    },
    {
      name: "A message that is not signed is acknowledged",
      file: `${HTTP}/webhook-door.ts`,
      replace: 'if (heard.refusal.kind === "bad-signature")',
      by: 'if (heard.refusal.kind === "unreadable")',
      foundBy: {
        [MESSAGES_TEST]: ["is refused with 400 and changes nothing"],
      },
    },
    {
      name: "A message is read otherwise than it was signed",
      file: `${HTTP}/webhook-door.ts`,
      replace: 'body.toString("utf8")',
      by: 'JSON.stringify(JSON.parse(body.toString("utf8")))',
      foundBy: {
        [MESSAGES_TEST]: ["is refused with 400 and changes nothing"],
      },
    },
    {
      name: "What was bought in the test mode counts where money is taken",
      file: `${STRIPE}/stripe-webhook.ts`,
      replace: "if (read.data.livemode !== isLive)",
      by: "if (read.data.livemode === undefined)",
      foundBy: {
        [MESSAGES_TEST]: ["is acknowledged and does nothing"],
      },
    },
    {
      name: "A subscription of another mode is read as one of ours",
      file: `${STRIPE}/stripe-payments.ts`,
      replace: "if (read.livemode !== isLive)",
      by: "if (read.livemode === undefined)",
      foundBy: {
        [`${STRIPE}/stripe-answers.test.ts`]: ["of the live mode are none of a test key's"],
      },
    },
    {
      name: "A message as large as somebody likes is read",
      file: `${HTTP}/webhook-door.ts`,
      replace: "bytesOf(ctx, WEBHOOK_BYTES_MAX)",
      by: "bytesOf(ctx, 2 * WEBHOOK_BYTES_MAX)",
      foundBy: {
        [MESSAGES_TEST]: [
          "needs neither a sign-in nor a header of our pages, and takes 256 KiB at most",
        ],
      },
    },
    {
      name: "A form of another site pays on a page of ours",
      file: `${HTTP}/payment-pages.ts`,
      replace: "if (isSent && !isSameOrigin(ctx, publicOrigin))",
      by: 'if (isSent && publicOrigin === "")',
      foundBy: {
        [PAGES_TEST]: ["take no form of another site, nor one that does not say where it is from"],
      },
    },
    {
      name: "A form as large as somebody likes is read",
      file: `${HTTP}/payment-pages.ts`,
      replace: "bytesOf(ctx, FORM_BYTES_MAX)",
      by: "bytesOf(ctx, 2 * FORM_BYTES_MAX)",
      foundBy: {
        [PAGES_TEST]: ["take no more than a form, and no other method"],
      },
    },
    {
      name: "An answer that is older than the one on record counts",
      file: STANDING,
      replace: "askedAt < readAt",
      by: "askedAt < 0",
      foundBy: {
        [`${APP}/billing-standing.test.ts`]: [
          "is not taken back by an answer that was asked for before the one on record",
        ],
      },
    },
    {
      name: "A plan goes on a year after its payment failed",
      file: STANDING,
      replace: "earlier(instant(counted.periodStartsAt + GRACE_MS), cancelsAt)",
      by: "earlier(counted.periodEndsAt, cancelsAt)",
      foundBy: {
        [STAND_IN_TEST]: [
          "may go on for a day with a payment that failed, then enters nothing until it is paid",
        ],
      },
    },
    {
      name: "A plan goes on for days after what was paid for",
      file: STANDING,
      replace: "cancelsAt ?? instant(counted.periodEndsAt + GRACE_MS)",
      by: "cancelsAt ?? instant(counted.periodEndsAt + 2 * GRACE_MS)",
      foundBy: {
        [`${HTTP}/payment-faults.test.ts`]: [
          "never give a right for longer than a day after what was paid for",
        ],
      },
    },
    {
      name: "A plan that was canceled goes on a day after its end",
      file: STANDING,
      replace: "cancelsAt ?? instant(counted.periodEndsAt + GRACE_MS)",
      by: "instant((cancelsAt ?? counted.periodEndsAt) + GRACE_MS)",
      foundBy: {
        [STAND_IN_TEST]: [
          "keeps the plan to the end of what is paid for after canceling, and not a moment longer",
        ],
      },
    },
    {
      name: "A price that is none of ours gives a right",
      file: STANDING,
      replace: 'if (plan === undefined) return { ...common, subscriptionStatus: "none" };',
      by: 'if (plan === undefined) return { ...common, subscriptionStatus: "active" };',
      foundBy: {
        [STAND_IN_TEST]: ["W9: gives no right for a price it does not know"],
      },
    },
    {
      name: "Who comes back has another trial",
      file: `${APP}/held-subscription.ts`,
      replace: "trialUsedAt === undefined && subscriptionId === undefined",
      by: "trialUsedAt !== undefined || subscriptionId === undefined",
      foundBy: {
        [STAND_IN_TEST]: ["has one trial: who comes back pays from the start"],
      },
    },
    {
      name: "Who subscribes in two windows pays for both",
      file: `${APP}/sync-billing.ts`,
      replace: "    await endSuperfluous(needs, user, standing);\n",
      by: "",
      foundBy: {
        [STAND_IN_TEST]: ["W7: keeps the newest of two subscriptions and ends the other at once"],
      },
    },
    {
      name: "Of two subscriptions the older one stays",
      file: STANDING,
      replace: "b.createdAt - a.createdAt ||",
      by: "a.createdAt - b.createdAt ||",
      foundBy: {
        [STAND_IN_TEST]: ["W7: keeps the newest of two subscriptions and ends the other at once"],
      },
    },
    {
      name: "Who holds a plan is sold a second one",
      file: `${APP}/open-checkout.ts`,
      replace: "if (isHeld(user, clock.now()))",
      by: "if (user.isDemo)",
      foundBy: {
        [STAND_IN_TEST]: ["changes the plan at once, and is not sold a second subscription"],
      },
    },
    {
      name: "A user who is gone is still charged",
      file: `${APP}/end-billing.ts`,
      replace: "new Set([...LIVING, ",
      by: "new Set([",
      foundBy: {
        [`${HTTP}/subscription-life.test.ts`]: [
          "is charged no more, and stays where that is not certain",
        ],
      },
    },
    {
      name: "Who is gone can still pay at a page in another window",
      file: `${APP}/end-billing.ts`,
      replace: "  await payments.endCheckouts(customerId);\n",
      by: "",
      foundBy: {
        [`${HTTP}/subscription-life.test.ts`]: [
          "pays no more at a page that was open in another window",
        ],
      },
    },
    {
      name: "Who pays elsewhere than is asked now is gone and still charged",
      file: `${APP}/end-billing.ts`,
      replace: 'user.billingMode === "live" && livingOf(user) !== undefined',
      by: "user.customerId === undefined",
      foundBy: {
        [`${HTTP}/subscription-life.test.ts`]: [
          "stays while what money is paid for cannot be ended, as under a test key set by mistake",
        ],
      },
    },
    {
      name: "What was read by a clock that was ahead is never read anew",
      file: STANDING,
      replace: " && readAt <= askedAt + AHEAD_MS_MAX",
      by: "",
      foundBy: {
        [`${HTTP}/subscription-life.test.ts`]: [
          "counts what is bought once it is set right, and asks at each sign-in",
        ],
      },
    },
    {
      name: "What was paid for while its user left renews itself for ever",
      file: `${APP}/hear-payment-notice.ts`,
      replace: '!lines.some(({ action }) => action === "user-deleted")',
      by: "0 < lines.length",
      foundBy: {
        [`${HTTP}/subscription-life.test.ts`]: [
          "is charged no more for what was paid for while they left",
        ],
      },
    },
    {
      name: "What another product sold is ended as of somebody who left",
      file: `${APP}/hear-payment-notice.ts`,
      replace: 'if (!lines.some(({ action }) => action === "user-deleted")) return;',
      by: 'if (lines.some(({ action }) => action === "sign-in-failed")) return;',
      foundBy: {
        [`${HTTP}/subscription-life.test.ts`]: [
          "is not taken for whoever bought another product of the same Stripe account",
        ],
      },
    },
    {
      name: "A paid period counts at the instant at which it ends",
      file: "packages/application/src/trading/safeguards/trading-rights.ts",
      replace: "ends !== undefined && at < ends",
      by: "ends !== undefined && at <= ends",
      foundBy: {
        [STAND_IN_TEST]: [
          "keeps the plan to the end of what is paid for after canceling, and not a moment longer",
        ],
      },
    },
  ],
};
