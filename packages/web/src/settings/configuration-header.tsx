import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { useOnline } from "../ui/use-online.ts";
import type { TradingConfig } from "./use-trading-config.ts";

/** Title and buttons; on a phone the buttons stay within reach at the bottom. */
export function ConfigurationHeader({ config }: { readonly config: TradingConfig }) {
  const isOnline = useOnline();
  const { isDirty, isValid } = config.form.formState;
  return (
    <div className="stays-in-sight mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3 low:static! md:sticky md:top-11 md:z-10 md:-mx-2 md:bg-paper md:px-2 md:py-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl">Trading Configuration</h1>
        <span role="status">{isDirty && <Badge tone="amber">Unsaved changes</Badge>}</span>
      </div>
      <div className="flex gap-2 low:static! low:flex-wrap low:border-0! low:bg-transparent! low:p-0! max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(57px+max(0px,env(safe-area-inset-bottom)))] max-md:z-20 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2 max-md:[&>*]:flex-1">
        <Button disabled={config.isPending || !isOnline} onClick={() => void config.reset()}>
          Reset Defaults
        </Button>
        <Button
          look="primary"
          disabled={!isDirty || !isValid || config.isPending || !isOnline}
          onClick={() => void config.ask()}
        >
          {config.isPending ? "Saving..." : "Save Configuration"}
        </Button>
      </div>
    </div>
  );
}
