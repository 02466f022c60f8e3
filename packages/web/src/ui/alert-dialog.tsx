import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface AlertDialogProps {
  /** Says the deed, with its verb. */
  readonly title: string;
  readonly confirm: string;
  /** Where the deed itself is a cancellation, "Cancel" would say both. */
  readonly dismiss?: string;
  /** False until what must be typed or ticked first is. */
  readonly isConfirmable?: boolean;
  /** It sells or removes what cannot be had back: its button warns. */
  readonly isGrave?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Asks before something that costs. Cancel has the focus first; whoever shows it takes it away. */
export function AlertDialog({
  title,
  confirm,
  dismiss = "Cancel",
  isConfirmable = true,
  isGrave = false,
  onConfirm,
  onCancel,
  children,
}: AlertDialogProps) {
  const returnFocus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0.15_0.02_256/0.45)]" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className="rise-in fixed inset-x-0 bottom-0 z-40 flex max-h-[96dvh] flex-col low:overflow-y-auto rounded-t-[14px] border-t border-line bg-surface shadow-float break-words outline-none sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[460px] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-[14px] sm:border"
        >
          <Radix.Title className="px-5 pt-5 text-xl font-semibold tracking-[-0.01em]">
            {title}
          </Radix.Title>
          {/* The deed and its buttons stay in sight while there is room; what is between scrolls. */}
          <Radix.Description asChild>
            <div className="mt-2 min-h-0 overflow-y-auto px-5 pb-1 text-muted low:shrink-0 low:overflow-visible">
              {children}
            </div>
          </Radix.Description>
          <div className="flex justify-end gap-2 p-5">
            <Radix.Cancel asChild>
              <Button>{dismiss}</Button>
            </Radix.Cancel>
            <Button
              look={isGrave ? "loss" : "primary"}
              disabled={!isConfirmable}
              onClick={onConfirm}
            >
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
