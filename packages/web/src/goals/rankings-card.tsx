import type { GoalTickerView } from "@sevenfold/contract/portfolio";
import { useMemo } from "react";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useMedia } from "../ui/use-media.ts";
import { rankedTickers } from "./ranked-ticker.ts";
import { RankingCards } from "./ranking-cards.tsx";
import { rankingColumns } from "./ranking-columns.tsx";

/** Which stocks brought most, and which cost most. */
export function RankingsCard({ tickers }: { readonly tickers: readonly GoalTickerView[] }) {
  const isPhone = useMedia("(max-width: 639px)");
  const ranked = useMemo(() => rankedTickers(tickers), [tickers]);
  const columns = useMemo(() => rankingColumns(ranked), [ranked]);
  return (
    <Card title="Stock Performance Rankings" isPadded={false}>
      {ranked.length === 0 ? (
        <EmptyState title="No trades this year">
          Each stock that is bought or sold is ranked here by what it brought.
        </EmptyState>
      ) : isPhone ? (
        <RankingCards ranked={ranked} />
      ) : (
        <DataTable
          label="Stock performance rankings"
          rows={ranked}
          keyOf={({ ticker }) => ticker}
          columns={columns}
        />
      )}
    </Card>
  );
}
