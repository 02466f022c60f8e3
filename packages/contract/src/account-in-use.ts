/**
 * Names a broker account by its id. On an answer: the account the answer is of. On a call: the one the
 * caller means; while another is in use the call is refused ("another-account") and changes nothing.
 */
export const ACCOUNT_HEADER = "Sevenfold-Account";
