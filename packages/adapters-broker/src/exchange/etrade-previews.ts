import type { VenueDraft } from "@sevenfold/application/exchange/venue-order";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

/** Orders that were shown to their owner and not placed yet. */
export interface PreviewDesk {
  keep(accountId: string, draft: VenueDraft, at: Instant): number;
  /** Uses a preview up. False unless it is of the very same order and young enough. */
  use(previewId: number, accountId: string, draft: VenueDraft, at: Instant): boolean;
}

const PREVIEW_MS = 3 * MINUTE_MS;
const PREVIEWS_MAX = 10_000;
/** Larger than 32 bits hold, as theirs are. */
const FIRST_ID = 266_606_056_106;

export function openPreviewDesk(): PreviewDesk {
  const kept = new Map<number, { readonly order: string; readonly at: Instant }>();
  let nextId = FIRST_ID;
  const textOf = (accountId: string, draft: VenueDraft) =>
    JSON.stringify([accountId, Object.entries(draft).sort()]);
  return {
    keep(accountId, draft, at) {
      nextId += 1;
      const [oldest] = kept.keys();
      if (PREVIEWS_MAX <= kept.size && oldest !== undefined) kept.delete(oldest);
      kept.set(nextId, { order: textOf(accountId, draft), at });
      return nextId;
    },
    use(previewId, accountId, draft, at) {
      const preview = kept.get(previewId);
      if (preview?.order !== textOf(accountId, draft) || PREVIEW_MS < at - preview.at) return false;
      kept.delete(previewId);
      return true;
    },
  };
}
