import type { SellAllView } from "@sevenfold/contract/orders";
import { Badge, type Tone } from "../ui/badge.tsx";
import { sharesText } from "../ui/figures.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";

type Item = SellAllView["items"][number];

/** One line per holding: where its sale stands. */
export function EmergencyResult({ batch }: { readonly batch: SellAllView | undefined }) {
  if (batch === undefined) return <SkeletonRows rows={4} what="the sale" />;
  const left = batch.items.filter(({ state }) => state !== "sold").length;
  return (
    <>
      <p role="status" className="px-5 py-3 text-muted">
        {batch.isDone ? doneWords(left) : `${left} of ${batch.items.length} still at work.`}
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {batch.items.map((item) => (
          <li key={item.ticker} className="px-5 py-2.5">
            <p className="flex items-center justify-between gap-3">
              <span className="font-semibold">{item.ticker}</span>
              <span className="figure ml-auto text-13 text-muted">
                {sharesText(item.sold)} of {sharesText(item.shares)}
              </span>
              <Badge tone={TONES[item.state]}>{WORDS_OF_STATE[item.state]}</Badge>
            </p>
            {item.message !== null && <p className="text-13 text-muted">{item.message}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

const doneWords = (left: number) =>
  left === 0
    ? "Everything is sold."
    : `Done. ${left} ${left === 1 ? "position was" : "positions were"} not sold whole.`;

const TONES: Readonly<Record<Item["state"], Tone>> = {
  pending: "plain",
  canceling: "plain",
  submitted: "accent",
  sold: "gain",
  "partly-sold": "amber",
  failed: "loss",
};

/** What became of each holding, in words. */
const WORDS_OF_STATE: Readonly<Record<Item["state"], string>> = {
  pending: "Waiting",
  canceling: "Canceling its open orders",
  submitted: "Order sent",
  sold: "Sold",
  "partly-sold": "Partly sold",
  failed: "Not sold",
};
