import { createHash, createHmac } from "node:crypto";
import type { Notice, Notifier } from "@sevenfold/application/ports/notifier";

import { ask } from "./ask.ts";

export interface WebhookSettings {
  readonly url: string;
  /** What the receiver knows us by; unsigned without one. */
  readonly secret?: string | undefined;
}

const ANSWER_BYTES_MAX = 65_536;

/** Posts each notice as JSON; `docs/operations.md` has the shape and how to check the signature. */
export const webhookNotifier = ({ secret, url }: WebhookSettings): Notifier => ({
  name: `the webhook at ${new URL(url).host}`,
  async tell(notice) {
    const body = JSON.stringify(webhookBodyOf(notice));
    const { status } = await ask(url, {
      method: "POST",
      body,
      bytesMax: ANSWER_BYTES_MAX,
      headers: {
        "content-type": "application/json",
        "user-agent": "sevenfold-watch",
        // The same at every try, so that a notice taken twice is known.
        "sevenfold-delivery": createHash("sha256").update(body).digest("hex").slice(0, 32),
        ...(secret !== undefined && { "sevenfold-signature": signatureOf(body, secret) }),
      },
    });
    if (status < 200 || 300 <= status) throw new Error(`it answered with ${status}`);
  },
});

/** `text` is what chat services show. */
export const webhookBodyOf = (notice: Notice) => ({
  version: 1,
  event: notice.event,
  incident: notice.incident,
  kind: notice.kind,
  since: new Date(notice.since).toISOString(),
  at: new Date(notice.at).toISOString(),
  source: notice.source,
  headline: notice.headline,
  text: [notice.headline, ...notice.sentences].join("\n"),
  accounts: notice.accounts.map(({ id, isAutomated, label, positions, positionsOnSale }) => ({
    id,
    label,
    automation: isAutomated,
    positions,
    positions_on_sale: positionsOnSale,
  })),
  accounts_unnamed: notice.accountsUnnamed,
});

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a dot and the body. */
function signatureOf(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1_000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}
