import type { BrokerView } from "@sevenfold/contract/brokers";
import { CALLS } from "@sevenfold/contract/calls";
import { KeyRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { apart } from "../ui/apart.ts";
import { Button } from "../ui/button.tsx";
import { countdownText } from "../ui/eastern-time.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { useServerNow } from "../ui/use-server-now.ts";

const AuthoriseDialog = apart("AuthoriseDialog", () => import("../broker/authorise-dialog.tsx"));

/** Said ahead of the end, so that a night's orders need not wait for the morning. */
const WARN_AHEAD_MS = 30 * 60_000;

/** On every page while the account in use waits for its user's word, or soon will. */
export function AuthoriseBanner() {
  const { data: brokers } = useEndpoint(CALLS.listBrokers);
  /** The account that is being authorised: it stays the same one when another is put in use meanwhile. */
  const [authorising, setAuthorising] = useState<BrokerView>();
  return (
    <>
      <Waiting brokers={brokers ?? []} onAuthorise={setAuthorising} />
      {authorising !== undefined && (
        <ErrorBoundary instead={<p>The sign-in could not be loaded. Reload the page.</p>}>
          <Suspense fallback={null}>
            <AuthoriseDialog broker={authorising} onClose={() => setAuthorising(undefined)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

interface WaitingProps {
  readonly brokers: readonly BrokerView[];
  readonly onAuthorise: (broker: BrokerView) => void;
}

function Waiting({ brokers, onAuthorise }: WaitingProps) {
  const now = useServerNow(30_000);
  const broker = brokers.find(({ isSelected }) => isSelected);
  if (broker === undefined) return null;
  const { accountLabel, authorisedUntil, message, needsAuthorisation, status } = broker;
  const leftMs = authorisedUntil === null ? Number.NaN : Date.parse(authorisedUntil) - now;
  const endsSoon = status === "active" && 0 < leftMs && leftMs < WARN_AHEAD_MS;
  if (!needsAuthorisation && !endsSoon) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-amber/30 bg-amber-tint px-4 py-2 text-13 text-amber md:px-6"
    >
      <KeyRound aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        {needsAuthorisation
          ? message
          : `The sign-in of ${accountLabel} ends in ${countdownText(leftMs)}, at midnight in New York. Trading stops there until you authorise it after that.`}
      </p>
      {needsAuthorisation && (
        <Button size="small" onClick={() => onAuthorise(broker)}>
          {broker.lastValidatedAt === null ? "Authorise" : "Authorise again"}
        </Button>
      )}
    </div>
  );
}
