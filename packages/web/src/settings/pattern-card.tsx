import { Card } from "../ui/card.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import type { TradingConfig } from "./use-trading-config.ts";

const OPTIONS = [
  { value: "off", title: "Off", words: "Patterns are neither shown nor asked for." },
  { value: "annotate", title: "Annotate", words: "Shown on charts and beside decisions." },
  { value: "require", title: "Require", words: "An entry waits until one confirms it." },
] as const;

/** What a recognised bar pattern means for an entry. */
export const PatternCard = ({ config: { form } }: { readonly config: TradingConfig }) => (
  <Card title="Pattern confirmation">
    <ChoiceCards
      legend="Hammers, engulfings, double bottoms and their like: descriptions of bars, not predictions"
      registration={form.register("patternConfirmation")}
      problem={form.formState.errors.patternConfirmation?.message}
      options={OPTIONS}
    />
  </Card>
);
