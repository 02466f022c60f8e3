import type { CancelAllView } from "@sevenfold/contract/orders";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { CanceledList } from "./canceled-list.tsx";
import { allOrdersText, canceledWords, isEnded, ordersText } from "./canceled-words.ts";
import { useCancelAll } from "./use-cancel-all.ts";

interface CancelAllProps {
  /** How many are open, as far as is known. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Names how many before it asks, then shows what became of each. */
export function CancelAllDialog({ count, onClose }: CancelAllProps) {
  const { batch, begin, isPending, stale } = useCancelAll(onClose);
  if (batch !== undefined || isPending)
    return (
      <Dialog title="Cancel all orders" description={standingWords(batch)} onClose={onClose}>
        {stale && <StaleNotice address={stale.address} onRetry={stale.again} />}
        <CancelAllResult batch={batch} />
      </Dialog>
    );
  return (
    <AlertDialog
      title={`Cancel ${allOrdersText(count)}`}
      confirm={`Cancel ${ordersText(count)}`}
      dismiss="Go Back"
      onCancel={onClose}
      onConfirm={() => void begin()}
    >
      <p>
        Every open order of the account is canceled, yours and the agent's, also those that wait at
        the broker from elsewhere. Nothing is sold, and automation stays as it is.
      </p>
    </AlertDialog>
  );
}

/** Nothing goes on until the server has said so. */
function standingWords(batch: CancelAllView | undefined): string | undefined {
  if (batch === undefined) return "Asked for. Until Sevenfold answers, nothing of it is known.";
  return batch.isDone ? undefined : "This goes on if you close the window.";
}

/** Where the taking back stands. */
export function CancelAllResult({
  batch,
}: {
  readonly batch: ReturnType<typeof useCancelAll>["batch"];
}) {
  if (batch === undefined) return <SkeletonRows rows={3} what="the orders" />;
  const { isDone, orders } = batch;
  const left = orders.filter((order) => !isEnded(order)).length;
  return (
    <>
      <p role="status" className="px-5 py-3 text-muted">
        {isDone ? canceledWords(orders) : `${left} of ${ordersText(orders.length)} still at work.`}
      </p>
      <CanceledList orders={orders} />
    </>
  );
}
