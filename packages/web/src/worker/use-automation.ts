import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { call, isOfBefore } from "../api/call.ts";
import { isLost, wordsOf } from "../api/problem-error.ts";
import { tell, tellError, tellSuccess } from "../ui/notices.ts";
import { NO_SUBSCRIPTION, useSubscription } from "./use-subscription.ts";
import { isOnline, useWorkerStatus } from "./use-worker-status.ts";

/** What is told after the switch: the title, and what is said where the server says nothing. */
export interface AutomationWords {
  readonly turned: (enabled: boolean) => readonly [title: string, details: string];
  readonly failed: readonly [title: string, details: string];
}

const AGENT_WORDS: AutomationWords = {
  turned: (enabled) => [
    "Strategy Updated",
    `Automated trading ${enabled ? "enabled" : "disabled"}`,
  ],
  failed: ["Error", "An error occurred"],
};

/** Whatever it is, the server has it: a page that gets no answer knows of nothing. */
const LOST = {
  on: "No answer came: automation may have been switched on.",
  off: "No answer came: automation may go on at the server.",
};
const LOOKED_AT = "The switch shows how it stands as soon as Sevenfold answers.";

/** The one switch of automatic trading, wherever it stands. */
export function useAutomation(words = AGENT_WORDS) {
  const { data: status, mutate } = useWorkerStatus();
  const { data: subscription = NO_SUBSCRIPTION } = useSubscription();
  const [isPending, setPending] = useState(false);

  /** False where it may not be switched on; the user has then been told why. */
  const mayTurnOn = (): boolean => {
    if (status === undefined || !isOnline(status)) {
      tellError(
        "Worker Unavailable",
        "The trading worker is currently offline. Please ensure the worker service is running.",
      );
      return false;
    }
    if (subscription.hasActiveSubscription || subscription.isInTrial) return true;
    tell({
      tone: "error",
      title: "Premium Feature",
      details: "AI trading requires an active subscription. Please upgrade to continue.",
      action: { label: "Upgrade", to: "/pricing" },
    });
    return false;
  };

  const turn = async (enabled: boolean, { freshTrails = false } = {}): Promise<void> => {
    setPending(true);
    try {
      const answer = await call(CALLS.toggleWorker, {
        enabled,
        ...(freshTrails && { freshTrails }),
      });
      const isOther = isOfBefore(answer);
      await mutate(
        (before) =>
          isOther || before === undefined ? before : { ...before, enabled: answer.enabled },
        {
          revalidate: true,
        },
      );
      const [title, details] = words.turned(answer.enabled);
      tellSuccess(title, answer.message || details);
    } catch (thrown) {
      const [title, details] = words.failed;
      if (isLost(thrown)) {
        tellError("Outcome Unknown", `${LOST[enabled ? "on" : "off"]} ${LOOKED_AT}`);
        void mutate();
      } else tellError(title, wordsOf(thrown, details));
    } finally {
      setPending(false);
    }
  };

  return {
    status,
    isPending,
    isOnline: status !== undefined && isOnline(status),
    isOn: status?.enabled === true && isOnline(status),
    mayTurnOn,
    turnOn: (options: { readonly freshTrails: boolean }) => turn(true, options),
    /** One click, no question, also while the worker is offline. */
    turnOff: () => turn(false),
  };
}
