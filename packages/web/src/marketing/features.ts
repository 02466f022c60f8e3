import {
  Bot,
  ChartCandlestick,
  ChartNoAxesCombined,
  Clock,
  type LucideIcon,
  Percent,
  ShieldCheck,
  Smartphone,
  Target,
  Zap,
} from "lucide-react";

export interface Feature {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly sentence: string;
}

/** What the product does, in nine short sentences. */
export const FEATURES: readonly Feature[] = [
  {
    icon: ChartCandlestick,
    title: "AI pattern recognition",
    sentence: "Six classic bar patterns, found by written rules, annotate charts and decisions.",
  },
  {
    icon: Percent,
    title: "4% rule automation",
    sentence: "Buys after a fall from the trail's high and sells after a rise from its low.",
  },
  {
    icon: ShieldCheck,
    title: "Risk management",
    sentence: "Position limits, a daily loss halt and after-hours controls bind every entry.",
  },
  {
    icon: Zap,
    title: "Lightning execution",
    sentence: "A trigger becomes an order on the tick that reached it, and never two.",
  },
  {
    icon: ChartNoAxesCombined,
    title: "Real-time analytics",
    sentence: "Equity, profit and loss and every trigger distance move with the price.",
  },
  {
    icon: Clock,
    title: "24/7 monitoring",
    sentence: "The worker follows every symbol around the clock and survives a restart.",
  },
  {
    icon: Target,
    title: "Goal tracking",
    sentence: "Progress from $100,000 toward seven times that, measured on your equity.",
  },
  {
    icon: Smartphone,
    title: "Mobile ready",
    sentence: "Everything works on a phone, with Stop within reach of the thumb.",
  },
  {
    icon: Bot,
    title: "AI trading agent",
    sentence:
      "One switch runs the rules, and each symbol says in words why it did or did not trade.",
  },
];
