/** Where the payment provider sends its messages: no call of a page, and of no use to a program. */
export const PAYMENT_MESSAGES_PATH = "/api/webhooks/stripe";
