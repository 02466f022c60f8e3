import { toneOf, useVenues } from "../broker/use-venues.ts";
import { Badge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Panel } from "../ui/card.tsx";
import { OwnAccountButton } from "../ui/own-account-button.tsx";

/** A demo can connect nothing: said before the first step, with what can be done instead. */
export function DemoNotice() {
  const { venues } = useVenues();
  return (
    <Panel className="p-5 sm:p-8">
      <h2 className="text-base">A demo trades on its own account only</h2>
      <p className="mt-1 text-muted">
        With an account of your own you can connect a broker, or trade on a built-in paper account
        with $100,000 and no keys. It takes a minute, and its first 7 days are free.
      </p>
      <ul aria-label="Brokers" className="mt-5 divide-y divide-line border-y border-line">
        {venues?.map((venue) => (
          <li key={venue.id} className="py-3">
            <p className="flex items-center gap-2 font-medium">
              {venue.name}
              <Badge tone={toneOf(venue)}>{venue.badge}</Badge>
            </p>
            <p className="mt-0.5 text-13 text-muted">{venue.says}</p>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-13 text-muted">
        Creating one leaves this demo for good: its positions and trades are not carried over.
      </p>
      <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-between">
        <ButtonLink to="/dashboard" size="large">
          Back to Demo
        </ButtonLink>
        <OwnAccountButton look="primary" size="large" />
      </div>
    </Panel>
  );
}
