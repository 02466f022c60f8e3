import type { Account } from "../ports/storage.ts";

/** Which account a line of the audit is about. */
export const auditText = ({ apiKeyEnding = "", label, provider, venue }: Account): string =>
  `${label} (${provider}, ${venue}, key …${apiKeyEnding})`;
