import { Command } from "cmdk";
import { Activity, KeyRound, Landmark, type LucideIcon, Plug, UserRound } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { LINKS, type NavigationLink } from "./links.ts";
import { PaletteLine } from "./palette-line.tsx";

const PAGES: readonly (NavigationLink & { readonly also?: readonly string[] })[] = [
  ...LINKS,
  { to: "/trades?view=orders", words: "Orders", icon: LINKS[2]!.icon, also: ["cancel"] },
  { to: "/trades?view=journal", words: "Decision journal", icon: LINKS[2]!.icon, also: ["why"] },
  { to: "/monitoring", words: "System Monitoring", icon: Activity, also: ["health", "status"] },
  { to: "/settings/brokers", words: "Brokers", icon: Landmark },
  { to: "/settings/account", words: "Account", icon: UserRound, also: ["password", "display"] },
  { to: "/settings/tokens", words: "API tokens", icon: KeyRound },
  { to: "/broker-setup", words: "Connect a broker", icon: Plug },
];

export const PalettePages = () => (
  <Command.Group heading="Pages">
    {PAGES.map(({ to, words, icon, also = [] }) => (
      <PageLine key={to} to={to} words={words} icon={icon} also={also} />
    ))}
  </Command.Group>
);

interface PageLineProps {
  readonly to: string;
  readonly words: string;
  readonly icon: LucideIcon;
  readonly also: readonly string[];
}

/**
 * Leads away by a link, so that a page with something unsaved can ask first. The link itself is not
 * shown: within the line it would be a control within a control.
 */
function PageLine({ to, words, icon, also }: PageLineProps) {
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <PaletteLine name={words} words={also} icon={icon} onChoose={() => link.current?.click()}>
      <Link
        ref={link}
        to={to}
        hidden
        // Within the line, whose own click this is.
        onClick={(event) => event.stopPropagation()}
      />
      {words}
    </PaletteLine>
  );
}
