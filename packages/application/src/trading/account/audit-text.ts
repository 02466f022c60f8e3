import type { Account } from "../../ports/stores/account.ts";

/** Which account a line of the audit is about. */
export const auditText = ({ apiKeyEnding = "", label, provider, venue }: Account): string =>
  `${label} (${provider}, ${venue}, key …${apiKeyEnding})`;
