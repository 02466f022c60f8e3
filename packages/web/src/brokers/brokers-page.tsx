import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useUser } from "../api/use-user.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { OwnAccountButton } from "../ui/own-account-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ProblemNotice, StalePage } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { BrokerCard } from "./broker-card.tsx";

/** The broker accounts: which is in use, and how each of them stands. */
export function BrokersPage() {
  const { data: brokers, error, mutate } = useEndpoint(CALLS.listBrokers);
  const { user } = useUser();
  const retry = () => void mutate();
  return (
    <>
      <PageHeader title="Brokers">
        {user?.isDemo ? (
          <OwnAccountButton />
        ) : (
          <ButtonLink to="/broker-setup" look="primary">
            Connect a Broker
          </ButtonLink>
        )}
      </PageHeader>
      {user?.isDemo && (
        <p className="mb-3 text-muted">
          A demo trades on its own account only. An account of your own can connect a broker;
          nothing of this demo is carried over.
        </p>
      )}
      {brokers === undefined ? (
        <Panel>
          {error ? (
            <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
          ) : (
            <SkeletonRows rows={3} what="your brokers" />
          )}
        </Panel>
      ) : brokers.length === 0 ? (
        <Panel>
          <EmptyState title="No broker connected">
            Connect one to trade; a paper account takes a minute.
          </EmptyState>
        </Panel>
      ) : (
        <>
          {error && <StalePage address={CALLS.listBrokers.path} onRetry={retry} />}
          <ul className="grid gap-3 md:gap-4 xl:grid-cols-2">
            {brokers.map((broker) => (
              <BrokerCard key={broker.id} broker={broker} isFixed={user?.isDemo === true} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
