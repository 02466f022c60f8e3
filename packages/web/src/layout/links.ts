import {
  CreditCard,
  History,
  LayoutDashboard,
  type LucideIcon,
  SlidersHorizontal,
  Target,
  Wallet,
} from "lucide-react";

export interface NavigationLink {
  readonly to: string;
  readonly words: string;
  readonly icon: LucideIcon;
}

export const LINKS: readonly NavigationLink[] = [
  { to: "/dashboard", words: "Dashboard", icon: LayoutDashboard },
  { to: "/portfolio", words: "Portfolio", icon: Wallet },
  { to: "/trades", words: "Trading History", icon: History },
  { to: "/settings", words: "AI Settings", icon: SlidersHorizontal },
  { to: "/goals", words: "Goals", icon: Target },
  { to: "/billing", words: "Billing", icon: CreditCard },
];

/** A link is current below its path too; the dashboard's only exactly. */
export const isCurrent = (to: string, pathname: string): boolean =>
  to === "/dashboard" ? pathname === to : pathname.startsWith(to);
