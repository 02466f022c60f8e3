import { MINUTE_MS } from "@sevenfold/domain/market";

/** In a row: so many make a provider critical. */
export const FAILURES_CRITICAL = 3;
/** A better provider is gone back to once it was well for so long without a break. */
export const WELL_FOR_MS = MINUTE_MS;
/** Switches within an hour; with more, prices would flap between providers. */
export const SWITCHES_MAX = 6;
export const SWITCHES_WITHIN_MS = 60 * MINUTE_MS;

/** How one provider has done of late. Times are of the clock that never steps. */
export interface ProviderHealth {
  /** In a row. */
  readonly failures: number;
  /** Since its first good word after a failure; undefined until one comes. */
  readonly wellSinceMs: number | undefined;
  readonly lastError: string | undefined;
}

/** Which of several providers is listened to. They are named by their place in the order of preference. */
export interface FailoverState {
  readonly active: number;
  readonly providers: readonly ProviderHealth[];
  /** When it was switched, within the last hour. */
  readonly switchedMs: readonly number[];
}

const UNHEARD: ProviderHealth = { failures: 0, wellSinceMs: undefined, lastError: undefined };

export const openFailoverState = (count: number): FailoverState => ({
  active: 0,
  providers: Array.from({ length: count }, () => UNHEARD),
  switchedMs: [],
});

export const isCritical = ({ failures }: ProviderHealth): boolean => FAILURES_CRITICAL <= failures;

/** The provider said something of worth. While it is well already, nothing changes. */
export function succeeded(state: FailoverState, index: number, nowMs: number): FailoverState {
  const { failures, wellSinceMs } = state.providers[index]!;
  if (failures === 0 && wellSinceMs !== undefined) return state;
  return withHealth(state, index, { failures: 0, wellSinceMs: nowMs });
}

export function failed(state: FailoverState, index: number, message: string): FailoverState {
  const failures = state.providers[index]!.failures + 1;
  return withHealth(state, index, { failures, wellSinceMs: undefined, lastError: message });
}

/** Nobody listens to it any more: how it does is not known, and its next failure is its first. */
export const rested = (state: FailoverState, index: number): FailoverState =>
  withHealth(state, index, { failures: 0, wellSinceMs: undefined });

/** Who should be listened to now. The same state where nothing changes. */
export function chosen(state: FailoverState, nowMs: number): FailoverState {
  const better = betterThanActive(state, nowMs);
  if (better === undefined) return state;
  const switchedMs = state.switchedMs.filter((at) => nowMs - at < SWITCHES_WITHIN_MS);
  if (SWITCHES_MAX <= switchedMs.length) return state;
  return { ...state, active: better, switchedMs: [...switchedMs, nowMs] };
}

/** When the next switch may be made; undefined where it may be now. */
export function switchBarredUntilMs(state: FailoverState, nowMs: number): number | undefined {
  const recent = state.switchedMs.filter((at) => nowMs - at < SWITCHES_WITHIN_MS);
  return recent.length < SWITCHES_MAX ? undefined : recent[0]! + SWITCHES_WITHIN_MS;
}

/** Whether anybody needs to know how it does: the one in use, those preferred to it, and all in need. */
export const isFollowed = ({ active, providers }: FailoverState, index: number): boolean =>
  index <= active || providers.every(isCritical);

function betterThanActive({ active, providers }: FailoverState, nowMs: number): number | undefined {
  const isBetter = isCritical(providers[active]!)
    ? (one: ProviderHealth) => !isCritical(one)
    : ({ wellSinceMs }: ProviderHealth, index: number) =>
        index < active && wellSinceMs !== undefined && WELL_FOR_MS <= nowMs - wellSinceMs;
  const found = providers.findIndex(isBetter);
  return found === -1 ? undefined : found;
}

function withHealth(
  state: FailoverState,
  index: number,
  change: Partial<ProviderHealth>,
): FailoverState {
  const providers = state.providers.with(index, { ...state.providers[index]!, ...change });
  return { ...state, providers };
}
