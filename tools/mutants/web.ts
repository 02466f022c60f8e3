import type { MutantGroup } from "./mutant.ts";

export const WEB: MutantGroup = {
  breaks: "What a person sees, and what pressing sends",
  mutants: [
    {
      name: "Whoever opens a copied address of a checkout is told of a payment",
      file: "packages/web/src/billing/checkout-return.tsx",
      replace: 'title="Looking for your payment"',
      by: 'title="Your payment is being processed"',
      foundBy: {
        "packages/web/src/billing/checkout-return.test.tsx": [
          "claims no payment while none is known, as at an address that was copied",
        ],
      },
    },
    {
      name: "A gain is reckoned from the rounded average price",
      file: "packages/web/src/ui/live-figures.ts",
      replace: "price * shares - cost;",
      by: "(price - (state.avg_price ?? 0)) * shares;",
      foundBy: {
        "packages/web/src/ui/live-figures.test.ts": [
          "gain on what the shares cost, which is not their average price in ten-thousandths times as many",
        ],
      },
    },
    {
      name: "What is typed counts as decided on what was stored since",
      file: "packages/web/src/settings/use-seen.ts",
      replace: " && Object.keys(dirtyFields).length === 0",
      by: "",
      foundBy: {
        "packages/web/src/settings/two-windows.test.tsx": [
          "shows both also where this window has heard of the other one before",
        ],
      },
    },
    {
      name: "The emergency sale is never asked about again",
      file: "packages/web/src/api/poll-interval.ts",
      replace: "if (fresh.until !== undefined && fieldOf(known, fresh.until) === true) return 0;",
      by: "if (fresh.until !== undefined) return 0;",
      foundBy: {
        "packages/web/src/portfolio/use-emergency-sale.test.tsx": [
          "is asked about again and again while the answer is that it is under way",
        ],
      },
    },
    {
      name: "An order whose answer is lost is said to have failed",
      file: "packages/web/src/ui/tell-failed.ts",
      replace: "if (isLost(thrown))",
      by: "if (isLost(undefined))",
      foundBy: {
        "packages/web/src/quick-trade/quick-trade.test.tsx": [
          "says of an order whose answer is lost that it may have been placed, and sends it once",
        ],
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "says of an order whose answer is lost that it may have been placed",
        ],
        "packages/web/src/account/lost-answer.test.tsx": [
          "says that the password may have been changed",
        ],
      },
    },
    {
      name: "A switch whose answer is lost is said to have failed",
      file: "packages/web/src/worker/use-automation.ts",
      replace: "if (isLost(thrown)) {",
      by: "if (isLost(undefined)) {",
      foundBy: {
        "packages/web/src/dashboard/agent-card.test.tsx": [
          "may have turned on where the answer is lost, and shows it",
        ],
      },
    },
    {
      name: "The emergency sale is asked about for ever",
      file: "packages/web/src/api/poll-interval.ts",
      replace: "if (fresh.until !== undefined && fieldOf(known, fresh.until) === true) return 0;",
      by: "",
      foundBy: {
        "packages/web/src/portfolio/use-emergency-sale.test.tsx": [
          "is asked about until it is done, told once, and asked about no more",
        ],
      },
    },
    {
      name: "Quotes of the account before are shown for the next",
      file: "packages/web/src/api/account-in-use.ts",
      replace: 'return belongsTo === "account" || belongsTo === "venue";',
      by: 'return belongsTo === "account";',
      foundBy: {
        "packages/web/src/api/account-in-use.test.tsx": [
          "has prices of its own: none of the one before stands beside its name",
        ],
      },
    },
    {
      name: "What is pushed is polled all the same",
      file: "packages/web/src/api/poll-interval.ts",
      replace: "if (isPushed || fresh === undefined",
      by: "if (fresh === undefined",
      foundBy: {
        "packages/web/src/api/freshness.test.tsx": [
          "is not asked for while it is pushed, and again once the stream is lost",
        ],
        "packages/web/src/live.test.tsx": [
          "replaces polling of what it pushes, and polling replaces it when it breaks",
        ],
      },
    },
    {
      name: "A window that comes to the front shows what it knew",
      file: "packages/web/src/api/use-endpoint.ts",
      replace: "revalidateOnFocus: fresh?.onFocus === true,",
      by: "revalidateOnFocus: false,",
      foundBy: {
        "packages/web/src/api/freshness.test.tsx": [
          "asks anew for what another one may have saved, and for nothing else",
        ],
      },
    },
    {
      name: "Every answer is asked for anew when its window comes to the front",
      file: "packages/web/src/api/use-endpoint.ts",
      replace: "revalidateOnFocus: fresh?.onFocus === true,",
      by: "revalidateOnFocus: true,",
      foundBy: {
        "packages/web/src/api/freshness.test.tsx": [
          "asks anew for what another one may have saved, and for nothing else",
        ],
      },
    },
    {
      name: "The order is sent twice while it is under way",
      file: "packages/web/src/quick-trade/ticket-form.tsx",
      replace: "disabled={isPending || isWrong || lacksFunds || isUnlisted || !isOnline}",
      by: "disabled={isWrong || lacksFunds || isUnlisted || !isOnline}",
      foundBy: {
        "packages/web/src/quick-trade/quick-trade.test.tsx": [
          "is sent once, however often its button is pressed while it is under way",
        ],
      },
    },
    {
      name: "The order can be sent without a network",
      file: "packages/web/src/quick-trade/ticket-form.tsx",
      replace: "disabled={isPending || isWrong || lacksFunds || isUnlisted || !isOnline}",
      by: "disabled={isPending || isWrong || lacksFunds || isUnlisted}",
      foundBy: {
        "packages/web/src/quick-trade/quick-trade.test.tsx": [
          "cannot be sent without a network, and can once it is back",
        ],
      },
    },
    {
      name: "A buy above the free cash can be sent",
      file: "packages/web/src/quick-trade/ticket-form.tsx",
      replace: "disabled={isPending || isWrong || lacksFunds || isUnlisted || !isOnline}",
      by: "disabled={isPending || isWrong || isUnlisted || !isOnline}",
      foundBy: {
        "packages/web/src/quick-trade/quick-trade.test.tsx": [
          "blocks a buy that costs more than the free cash, and no sell",
        ],
      },
    },
    {
      name: "Suggested limits are rounded down",
      file: "packages/web/src/quick-trade/estimate.ts",
      replace: "Math.round(dollars * 100) / 100",
      by: "Math.floor(dollars * 100) / 100",
      foundBy: {
        "packages/web/src/quick-trade/estimate.test.ts": ["are the nearest cents of those parts"],
      },
    },
    {
      name: "Max is one share more than the cash pays",
      file: "packages/web/src/quick-trade/estimate.ts",
      replace: "Math.floor(cash / each)",
      by: "Math.ceil(cash / each)",
      foundBy: {
        "packages/web/src/quick-trade/estimate.test.ts": [
          "is whole shares that the cash pays, never one too many, and 10,000 at most",
        ],
      },
    },
    {
      name: "A part of a holding is rounded up",
      file: "packages/web/src/quick-trade/quantity-field.tsx",
      replace: "put(Math.floor(most * part))",
      by: "put(Math.ceil(most * part))",
      foundBy: {
        "packages/web/src/quick-trade/ticket-fields.test.tsx": [
          "offers of what is held the whole shares within a part, never one more",
        ],
      },
    },
    {
      name: "The quantity has no bounds",
      file: "packages/web/src/quick-trade/quantity-field.tsx",
      replace: "Math.min(QUANTITY_MAX, Math.max(1, quantity))",
      by: "quantity",
      foundBy: {
        "packages/web/src/quick-trade/ticket-fields.test.tsx": [
          "is not changed by the wheel, and by the arrow keys in whole shares within bounds",
        ],
      },
    },
    {
      name: "An order is estimated by a price too old",
      file: "packages/web/src/quick-trade/use-ticket.ts",
      replace: "const price = isTooOld ? undefined : known?.price;",
      by: "const price = known?.price;",
      foundBy: {
        "packages/web/src/quick-trade/ticket-price.test.tsx": [
          "estimates nothing where it is too old, and the order is asked for twice",
        ],
      },
    },
    {
      name: "Sell All works without a network",
      file: "packages/web/src/portfolio/sell-all-button.tsx",
      replace: "disabled={isPending || !isOnline || shares === 0}",
      by: "disabled={isPending || shares === 0}",
      foundBy: {
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "does nothing without a network, and asks once it is back",
        ],
      },
    },
    {
      name: "Sell All works where nothing is held",
      file: "packages/web/src/portfolio/sell-all-button.tsx",
      replace: "disabled={isPending || !isOnline || shares === 0}",
      by: "disabled={isPending || !isOnline}",
      foundBy: {
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "does nothing where nothing is held",
        ],
      },
    },
    {
      name: "Each press of Sell All is a new order",
      file: "packages/web/src/portfolio/sell-all-button.tsx",
      replace: "{ idempotencyKey },",
      by: "{ idempotencyKey: idempotencyKey + freshUuid() },",
      foundBy: {
        "packages/web/src/portfolio/sell-all-button.test.tsx": [
          "keeps its key while nobody knows what has become of the order",
        ],
      },
    },
    {
      name: "Nothing is read again once the stream is back",
      file: "packages/web/src/live.ts",
      replace: "    if (missedSome) void mutate(() => true);\n",
      by: "",
      foundBy: {
        "packages/web/src/live.test.tsx": [
          "has everything that is shown read again once it is back, and only once",
        ],
      },
    },
    {
      name: "A silent stream counts as live for 75 minutes",
      file: "packages/web/src/live/silence.ts",
      replace: "silentMs: 5_000,",
      by: "silentMs: 75 * 60_000,",
      foundBy: {
        "packages/web/src/live/silence.test.ts": [
          "ends within six seconds, and lasts for one word that is lost and one that is late",
        ],
      },
    },
    {
      name: "A price below a dollar is shown in cents",
      file: "packages/web/src/ui/figures.ts",
      replace: "isKnown(amount) && 0 < amount && amount < 1",
      by: "isKnown(amount) && 0 < amount && amount < 0",
      foundBy: {
        "packages/web/src/ui/figures.test.ts": [
          "shows the ten-thousandths of a price below a dollar",
        ],
      },
    },
    {
      name: "An amount that prints as zero points up or down",
      file: "packages/web/src/ui/figures.ts",
      replace: 'if (Math.abs(amount) < 0.005) return "flat";',
      by: 'if (amount === 0) return "flat";',
      foundBy: {
        "packages/web/src/ui/figures.test.ts": [
          "points nowhere below half a cent, and up or down from there on",
        ],
      },
    },
  ],
};
