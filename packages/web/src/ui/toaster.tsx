import { type CSSProperties, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { Toaster as Sonner, toast } from "sonner";
import { useTheme } from "./appearance.ts";
import { NoticeDetails } from "./notice-details.tsx";
import { type Notice, useNewestNotice } from "./notices.ts";
import { onceShown } from "./once-shown.ts";

const TOAST_MS = 5_000;

/**
 * One toast at a time: the newest. It goes by itself, a failure too: what was said stands in the
 * activity log.
 */
export function Toaster() {
  const newest = useNewestNotice();
  const shown = useRef(0);
  const navigate = useNavigate();
  const theme = useTheme();

  useEffect(() => {
    if (newest === undefined || newest.id === shown.current) return;
    toast.dismiss();
    shown.current = newest.id;
    show(newest, (to) => void navigate(to));
  }, [newest, navigate]);
  useEffect(() => {
    if (newest === undefined) return undefined;
    return onceShown(TOAST_MS, isHeld, () => void toast.dismiss());
  }, [newest]);

  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      visibleToasts={1}
      closeButton
      offset={20}
      // On a phone it lies on the bottom bar, edge to edge: what it stands on stays readable above it.
      mobileOffset={{ bottom: 56, left: 0, right: 0 }}
      style={LOOK}
      toastOptions={{
        classNames: {
          toast:
            "font-sans! text-sm! max-sm:w-full! max-sm:rounded-none! max-sm:border-x-0! max-sm:px-4! max-sm:py-2! max-sm:pr-12!",
          closeButton:
            "max-sm:top-1/2! max-sm:right-2! max-sm:left-auto! max-sm:size-8! max-sm:-translate-y-1/2! max-sm:translate-x-0! max-sm:border-0!",
          description: "text-muted!",
          error: "border-l-4! border-l-loss! [&_[data-icon]]:text-loss",
          success: "[&_[data-icon]]:text-accent",
          actionButton: "bg-accent! text-on-accent! h-7!",
        },
      }}
    />
  );
}

/** The toast in the page's own colours. */
const LOOK = {
  fontFamily: "inherit",
  "--normal-bg": "var(--raised)",
  "--normal-border": "var(--line)",
  "--normal-text": "var(--ink)",
} as CSSProperties;

/** Somebody is reading it or about to press something in it, or nobody sees the page. */
function isHeld(): boolean {
  const shown = document.querySelector("[data-sonner-toaster]");
  return (
    document.hidden || shown?.matches(":hover") || shown?.contains(document.activeElement) || false
  );
}

function show({ tone, title, details, covered, action }: Notice, go: (to: string) => void): void {
  toast[tone](title, {
    description: details && (
      <NoticeDetails details={details} {...(covered !== undefined && { covered })} />
    ),
    // Counted here, because the library counts on while the toast has the focus.
    duration: Number.POSITIVE_INFINITY,
    ...(action && { action: { label: action.label, onClick: () => go(action.to) } }),
  });
}
