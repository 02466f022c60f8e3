import { EquityCard } from "../equity/equity-card.tsx";
import { ProtectionLine } from "../protection/protection-line.tsx";
import { AgentCard } from "./agent-card.tsx";
import { DashboardHeader } from "./dashboard-header.tsx";
import { DayCard } from "./day-card.tsx";
import { GrowthPanel } from "./growth-panel.tsx";
import { MetricCards } from "./metric-cards.tsx";
import { RecentTrades } from "./recent-trades.tsx";
import { SidebarWatchlist } from "./sidebar-watchlist.tsx";
import { SystemStatus } from "./system-status.tsx";
import { WatchlistTable } from "./watchlist-table.tsx";

export const DashboardPage = () => (
  <div className="flex items-start gap-5">
    <div className="min-w-0 flex-1">
      <DashboardHeader />
      <div className="grid grid-cols-12 gap-3 md:gap-4">
        <AgentCard className="col-span-12 md:col-span-7" />
        <DayCard className="col-span-12 md:col-span-5" />
        <MetricCards className="col-span-12" />
        <ProtectionLine className="col-span-12" />
        <EquityCard className="col-span-12" />
        <WatchlistTable className="col-span-12" />
        <RecentTrades className="col-span-12" />
        <SystemStatus className="col-span-12 lg:col-span-7" />
        <GrowthPanel className="col-span-12 lg:col-span-5" />
      </div>
    </div>
    <SidebarWatchlist />
  </div>
);
