import type { BrokerView } from "@sevenfold/contract/brokers";
import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { AuthoriseDialog } from "../broker/authorise-dialog.tsx";
import { useBrokerChange } from "../broker/use-broker-change.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { useOnline } from "../ui/use-online.ts";
import { EditDialog } from "./edit-dialog.tsx";

type Question = "select" | "edit" | "remove" | "authorise";

/** What can be done with one broker account. */
export function BrokerActions({ broker }: { readonly broker: BrokerView }) {
  const [question, setQuestion] = useState<Question>();
  const { isPending, change } = useBrokerChange();
  const { data: others = [] } = useEndpoint(CALLS.listBrokers);
  const isOnline = useOnline();
  const {
    id,
    accountLabel: label,
    isSelected,
    needsAuthorisation,
    takesAuthorisation,
    status,
  } = broker;
  const close = () => setQuestion(undefined);
  const answer = (done: Promise<unknown>) => {
    close();
    void done;
  };
  const disabled = isPending || !isOnline;
  const button = { size: "small", disabled } as const;

  return (
    <div className="mt-auto flex flex-wrap gap-2 border-t border-line p-3">
      {!isSelected && (
        <Button
          {...button}
          aria-label={`Use this account, ${label}`}
          onClick={() => setQuestion("select")}
        >
          Use this account
        </Button>
      )}
      {takesAuthorisation && status !== "disabled" && (
        <Button
          {...button}
          {...(needsAuthorisation && { look: "primary" })}
          aria-label={`${needsAuthorisation ? "Authorise" : "Authorise again"} ${label}`}
          onClick={() => setQuestion("authorise")}
        >
          {needsAuthorisation ? "Authorise" : "Authorise again"}
        </Button>
      )}
      {status !== "active" && !needsAuthorisation && (
        <Button
          {...button}
          aria-label={`Resume ${label}`}
          onClick={() => void change(CALLS.changeBroker, { id, isPaused: false }, tellResumed(id))}
        >
          Resume
        </Button>
      )}
      {status !== "disabled" && (
        <Button
          {...button}
          aria-label={`Pause ${label}`}
          onClick={() =>
            void change(CALLS.changeBroker, { id, isPaused: true }, [
              "Broker Paused",
              `${label} is not traded until you resume it.`,
            ])
          }
        >
          Pause
        </Button>
      )}
      <Button {...button} aria-label={`Edit ${label}`} onClick={() => setQuestion("edit")}>
        Edit
      </Button>
      <Button
        {...button}
        look="bare"
        className="ml-auto"
        aria-label={`Remove ${label}`}
        onClick={() => setQuestion("remove")}
      >
        Remove
      </Button>

      {question === "select" && (
        <AlertDialog
          title={`Use ${label}`}
          confirm="Use this account"
          onCancel={close}
          onConfirm={() =>
            answer(
              change(CALLS.selectBroker, { id }, ["Broker Selected", `${label} is in use now.`]),
            )
          }
        >
          <p>
            Every page shows {label} from then on. Automated trading goes off; open orders of the
            other account stay where they are.
          </p>
        </AlertDialog>
      )}
      {question === "remove" && (
        <AlertDialog
          title={`Remove ${label}`}
          confirm="Remove broker"
          isGrave
          onCancel={close}
          onConfirm={() =>
            answer(change(CALLS.removeBroker, { id }, (brokers) => tellRemoved(broker, brokers)))
          }
        >
          <p>
            Its keys are erased and it is no longer traded. What you hold at the broker stays there;
            its history stays here.
          </p>
          {isSelected && <p className="mt-2">{whatFollows(broker, others)}</p>}
        </AlertDialog>
      )}
      {question === "authorise" && <AuthoriseDialog broker={broker} onClose={close} />}
      {question === "edit" && <EditDialog broker={broker} onClose={close} />}
    </div>
  );
}

/** The one that is in use afterwards, as the server chooses it: the latest that is active, else the latest. */
const successorOf = (
  { id }: BrokerView,
  brokers: readonly BrokerView[],
): BrokerView | undefined => {
  const others = brokers.filter((each) => each.id !== id);
  return others.findLast(({ status }) => status === "active") ?? others.at(-1);
};

function whatFollows(broker: BrokerView, brokers: readonly BrokerView[]): string {
  const next = successorOf(broker, brokers);
  return next === undefined
    ? "It is your only account: without it nothing is traded until you connect another."
    : `It is the account in use. “${next.accountLabel}” takes its place on every page, with automated trading off.`;
}

function tellRemoved({ accountLabel, isSelected }: BrokerView, after: readonly BrokerView[]): void {
  const next = after.find((each) => each.isSelected);
  const inUse = isSelected && next ? ` ${next.accountLabel} is in use now.` : "";
  tellSuccess("Broker Removed", `The keys of ${accountLabel} are erased.${inUse}`);
}

/** The broker has been asked again; whether it lets the account in, its state says. */
const tellResumed = (id: string) => (brokers: readonly BrokerView[]) => {
  const broker = brokers.find((each) => each.id === id);
  if (broker === undefined) return;
  if (broker.status === "active")
    tellSuccess("Broker Resumed", `${broker.accountLabel} is connected again.`);
  else
    tellError("Broker Not Resumed", broker.message ?? "The broker was asked and did not answer.");
};
