import { NavLink } from "react-router-dom";

const TABS = [
  { to: "/settings", words: "Configuration" },
  { to: "/settings/brokers", words: "Brokers" },
  { to: "/settings/account", words: "Account" },
  { to: "/settings/tokens", words: "API tokens" },
] as const;

/** The pages of the settings. */
export const SettingsTabs = () => (
  <nav aria-label="Settings" className="mb-4 overflow-x-auto border-b border-line">
    <ul className="flex gap-1">
      {TABS.map(({ to, words }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className="-mb-px flex h-10 items-center border-b-2 border-transparent px-2 text-13 font-medium sm:px-3 sm:text-sm whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {words}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);
