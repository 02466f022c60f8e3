import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useFocusReturn } from "./use-focus-return.ts";

const SHAPES = {
  /** In the middle; a bottom sheet on a phone. */
  sheet:
    "inset-x-0 bottom-0 max-h-[92dvh] low:max-h-dvh! rounded-t-[14px] border-t rise-in sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[460px] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-[14px] sm:border",
  /** At the right edge, full height. */
  drawer:
    "inset-y-0 right-0 w-full border-l slide-in sm:w-[640px] sm:max-w-[calc(100vw-64px)] rounded-none",
} as const;

interface DialogProps {
  readonly shape?: keyof typeof SHAPES;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly onClose: () => void;
  /** Shows what cannot be shown again: Escape and a press beside it do not close it. */
  readonly isHeld?: boolean;
  readonly children: ReactNode;
}

const stay = (event: Event) => event.preventDefault();

/** An open dialog; whoever shows it decides when. Escape and the backdrop close it. */
export function Dialog({
  shape = "sheet",
  title,
  description,
  onClose,
  isHeld = false,
  children,
}: DialogProps) {
  const returnFocus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0.15_0.02_256/0.45)]" />
        <Radix.Content
          tabIndex={-1}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={returnFocus}
          {...(isHeld && { onEscapeKeyDown: stay, onPointerDownOutside: stay })}
          {...(description === undefined && { "aria-describedby": undefined })}
          className={classNames(
            "fixed z-40 flex flex-col overflow-hidden low:overflow-y-auto border-line bg-surface shadow-float break-words outline-none",
            SHAPES[shape],
          )}
        >
          <header className="flex shrink-0 items-start gap-3 border-b border-line px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-base font-semibold tracking-[-0.01em]">
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-13 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mr-1.5 grid size-8 place-items-center rounded-control text-muted transition-colors hover:bg-sunk hover:text-ink"
            >
              <X aria-hidden="true" className="size-4.5" />
            </Radix.Close>
          </header>
          {/* What is hidden within it scrolls with it, and what has the focus is not under its foot. */}
          <div className="relative min-h-0 flex-1 overflow-y-auto low:flex-none low:overflow-visible has-[.sticky]:scroll-pb-48">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The part marked `data-first`, or the dialog itself: not the button that closes it. */
function focusFirst(event: Event) {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  (content.querySelector<HTMLElement>("[data-first]") ?? content).focus();
}
