import { ChartNoAxesCombined, type LucideIcon, ShieldCheck, Wallet } from "lucide-react";
import { MarketPanel } from "../market/market-panel.tsx";
import { DemoTraderButton } from "../ui/demo-trader-button.tsx";

const POINTS: readonly (readonly [icon: LucideIcon, title: string, words: string])[] = [
  [Wallet, "Paper money first", "$100,000 of demo funds and a 7-day trial. No card."],
  [ChartNoAxesCombined, "The 4% trailing strategy", "85 premium stocks, watched around the clock."],
  [
    ShieldCheck,
    "Limits that hold",
    "12% in one stock, a halt at a 3% daily loss, after hours only if you allow it.",
  ],
];

/** Beside the forms: what one signs up for, and the way in without signing up. */
export const MarketingAside = () => (
  <aside aria-label="About Sevenfold" className="min-w-0 lg:pt-2">
    <h2 className="text-2xl tracking-[-0.02em]">Take the 7x Growth Challenge</h2>
    <p className="mt-2 max-w-[56ch] text-muted">
      From $100,000 to $700,000: a goal, not a forecast. Trading can lose money.
    </p>
    <ul className="mt-6 space-y-4">
      {POINTS.map(([Icon, title, words]) => (
        <li key={title} className="flex gap-3">
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
          <p>
            <span className="font-medium">{title}.</span>{" "}
            <span className="text-muted">{words}</span>
          </p>
        </li>
      ))}
    </ul>
    <div className="mt-7">
      <MarketPanel />
    </div>
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <DemoTraderButton size="large" />
      <p className="text-13 text-muted">
        A private demo account for 24 hours. No password, no keys.
      </p>
    </div>
  </aside>
);
