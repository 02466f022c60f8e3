import { Band } from "../layout/public-page.tsx";
import { StartLink } from "./start-link.tsx";

const PARAGRAPHS = [
  [
    "One rule, in the open",
    "A trail keeps the highest and lowest price since it began. A fall from the high is a signal to buy, a rise from the low a signal to sell. The thresholds are yours, and the same code decides on live prices and in a backtest.",
  ],
  [
    "Paper first",
    "A simulated exchange is built in, and its prices are called simulated wherever they stand. A paper account at a broker or a live one is connected when you choose to, and the top of every page says which of them you are on.",
  ],
  [
    "On your machine",
    "Sevenfold is self-hosted: your keys, orders and history stay in your own database. Switching automation off always works, also when everything else does not.",
  ],
] as const;

/** The target of the header's About link. */
export const AboutBand = () => (
  <Band id="about">
    <div className="grid gap-10 lg:grid-cols-[280px_1fr]">
      <div>
        <h2 className="text-2xl">About Sevenfold</h2>
        <StartLink className="mt-5" />
      </div>
      <div className="grid gap-8 sm:grid-cols-3">
        {PARAGRAPHS.map(([title, words]) => (
          <div key={title}>
            <h3 className="text-base">{title}</h3>
            <p className="mt-1 text-muted text-pretty">{words}</p>
          </div>
        ))}
      </div>
    </div>
    <p className="mt-12 rounded-card border border-line bg-surface px-4 py-3 text-13 text-muted">
      <strong className="font-semibold text-ink">Risk notice.</strong> Trading stocks can lose
      money, up to all of it. The 7x goal is a target you set, no promise of profit; simulated and
      past results do not predict future ones.
    </p>
  </Band>
);
