import { Link, useLocation } from "react-router-dom";
import { PageHeader } from "../ui/page-header.tsx";
import { LINKS } from "./links.ts";

// prettier-ignore
const COMING: Readonly<Record<string, readonly [title: string, sentence: string]>> = {
  "/settings": [
    "Trading Configuration",
    "Trading configuration is not part of this release yet; the worker runs on the defaults shown in System Status.",
  ],
  "/goals": [
    "Goals",
    "Goal tracking by stock is not part of this release yet; the 7x Growth Challenge stands on the dashboard.",
  ],
  "/billing": [
    "Billing & Subscription",
    "Billing is not part of this release yet; nothing is charged.",
  ],
  "/monitoring": [
    "System Monitoring",
    "System monitoring is not part of this release yet; the dashboard's System Status shows the worker, the brokerage and the market data.",
  ],
  "/broker-setup": [
    "Broker Setup",
    "Connecting a brokerage account is not part of this release yet; this server trades on its built-in exchange.",
  ],
};

/** A page whose subject comes in a later release: says so, and leads on. */
export function ComingPage() {
  const { pathname } = useLocation();
  const [title, sentence] = COMING[pathname.replace(/\/$/, "")] ?? ["", ""];
  const Icon = LINKS.find(({ to }) => to === pathname)?.icon;
  return (
    <>
      <PageHeader title={title} />
      <section className="grid min-h-[320px] place-items-center rounded-card border border-line bg-surface p-6 text-center">
        <div className="max-w-md">
          {Icon && (
            <span className="mx-auto mb-4 grid size-12 place-items-center rounded-full bg-accent-tint text-accent">
              <Icon aria-hidden="true" className="size-5.5" />
            </span>
          )}
          <p className="text-base text-balance">{sentence}</p>
          <Link
            to="/dashboard"
            className="mt-4 inline-block font-medium text-accent underline-offset-4 hover:underline"
          >
            Back to Dashboard
          </Link>
        </div>
      </section>
    </>
  );
}
