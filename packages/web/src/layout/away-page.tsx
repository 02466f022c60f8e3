import { type LucideIcon, ServerOff, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useAskAgain } from "../api/use-ask-again.ts";
import { useLine } from "../live/line.ts";
import { Button } from "../ui/button.tsx";
import { useTitle } from "../ui/use-title.ts";

interface AwayPageProps {
  readonly onRetry: () => void;
}

/** Opened while no answer comes: says whose fault it is, and goes on by itself once one does. */
export function AwayPage({ onRetry }: AwayPageProps) {
  const line = useLine();
  useAskAgain(onRetry);
  return line !== "offline" ? (
    <Words title="Sevenfold does not answer" icon={ServerOff}>
      Its server may be restarting. Nothing you ordered is lost, and this page opens by itself when
      it is back.
      <span className="mt-5 block">
        <Button onClick={onRetry}>Retry</Button>
      </span>
    </Words>
  ) : (
    <Words title="You are offline" icon={WifiOff}>
      Figures cannot be shown and orders are disabled. The server goes on as it was set, and this
      page opens by itself when the network is back.
    </Words>
  );
}

interface WordsProps {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

function Words({ title, icon: Icon, children }: WordsProps) {
  useTitle(`${title} · Sevenfold`);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div role="status" className="max-w-md text-center">
        <Icon aria-hidden="true" className="mx-auto size-8 text-amber" />
        <h1 className="mt-4 text-2xl">{title}</h1>
        <p className="mt-2 text-muted">{children}</p>
      </div>
    </main>
  );
}
