import { Command } from "cmdk";
import { Eye, EyeOff, Moon, Octagon, RefreshCw, Sun, Zap } from "lucide-react";
import { mutate } from "swr";
import { chooseTheme, hideValues, useValuesHidden } from "../ui/appearance.ts";
import { useOverlays } from "../ui/overlays.ts";
import { useAutomation } from "../worker/use-automation.ts";
import { PaletteLine } from "./palette-line.tsx";

/** What can be done from anywhere. Nothing here sends an order. */
export function PaletteActions() {
  const { openTicket } = useOverlays();
  const { status, turnOff } = useAutomation();
  const isHidden = useValuesHidden();
  return (
    <Command.Group heading="Actions">
      <PaletteLine
        name="Quick Trade"
        words={["order", "ticket", "buy", "sell"]}
        icon={Zap}
        onChoose={() => openTicket({ ticker: "", side: "buy" })}
      >
        Quick Trade
      </PaletteLine>
      {status?.enabled === true && (
        <PaletteLine
          name="Stop automation"
          words={["turn off", "agent"]}
          icon={Octagon}
          onChoose={() => void turnOff()}
        >
          Stop automation
        </PaletteLine>
      )}
      <PaletteLine
        name={isHidden ? "Show values" : "Hide values"}
        words={["privacy", "amounts"]}
        icon={isHidden ? Eye : EyeOff}
        onChoose={() => hideValues(!isHidden)}
      >
        {isHidden ? "Show values" : "Hide values"}
      </PaletteLine>
      <PaletteLine
        name="Light appearance"
        words={["theme"]}
        icon={Sun}
        onChoose={() => chooseTheme("light")}
      >
        Light appearance
      </PaletteLine>
      <PaletteLine
        name="Dark appearance"
        words={["theme"]}
        icon={Moon}
        onChoose={() => chooseTheme("dark")}
      >
        Dark appearance
      </PaletteLine>
      <PaletteLine
        name="Refresh data"
        words={["reload"]}
        icon={RefreshCw}
        onChoose={() => void mutate(() => true)}
      >
        Refresh data
      </PaletteLine>
    </Command.Group>
  );
}
