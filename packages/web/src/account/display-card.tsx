import {
  choosePalette,
  chooseTheme,
  hideValues,
  switchShortcuts,
  type Theme,
  usePalette,
  useShortcutKeys,
  useTheme,
  useValuesHidden,
} from "../ui/appearance.ts";
import { Card } from "../ui/card.tsx";
import { SegmentedControl } from "../ui/segmented-control.tsx";
import { Switch } from "../ui/switch.tsx";

const THEMES: readonly { readonly value: Theme; readonly words: string }[] = [
  { value: "system", words: "As the system" },
  { value: "light", words: "Light" },
  { value: "dark", words: "Dark" },
];

/** How this browser shows things. Kept here, not on the server. */
export function DisplayCard() {
  const theme = useTheme();
  const palette = usePalette();
  const isHidden = useValuesHidden();
  const hasShortcuts = useShortcutKeys();
  return (
    <Card title="Display">
      <div className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>Appearance</span>
          <SegmentedControl
            label="Appearance"
            options={THEMES}
            value={theme}
            onChange={chooseTheme}
          />
        </div>
        <Preference
          label="Gains in blue, losses in orange"
          hint="For eyes that do not tell green from red."
          checked={palette === "blue-orange"}
          onChange={(wanted) => choosePalette(wanted ? "blue-orange" : "green-red")}
        />
        <Preference
          label="Hide values"
          hint="Covers your amounts and shares; prices and percentages stay."
          checked={isHidden}
          onChange={hideValues}
        />
        <Preference
          label="Keyboard shortcuts"
          hint="/ finds a symbol or a page; B and S open a ticket of the symbol shown."
          checked={hasShortcuts}
          onChange={switchShortcuts}
        />
      </div>
      <p className="mt-4 text-13 text-muted">Kept in this browser only.</p>
    </Card>
  );
}

interface PreferenceProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (wanted: boolean) => void;
}

const Preference = ({ label, hint, checked, onChange }: PreferenceProps) => (
  <div className="flex items-center justify-between gap-4">
    <span>
      {label}
      <span className="block text-13 text-muted">{hint}</span>
    </span>
    <Switch label={label} checked={checked} onChange={onChange} />
  </div>
);
