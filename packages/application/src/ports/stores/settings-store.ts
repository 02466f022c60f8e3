import type { Instant } from "@sevenfold/domain/market";
import type { AutomationSettings, RiskLimits, Strategy } from "@sevenfold/domain/strategy";

/** What the account's automation is told to do. Every change raises the version. */
export interface Settings extends AutomationSettings {
  readonly accountId: string;
  readonly strategy: Strategy;
  readonly limits: RiskLimits;
  readonly version: number;
  /** Set by whoever changes them. */
  readonly updatedAt: Instant;
}

/** One line of the settings' history: who wanted what instead of what. */
export interface SettingsChange {
  readonly action: "created" | "changed";
  readonly changedBy: string;
  /** Absent where the settings were created. */
  readonly before?: Settings;
  readonly after: Settings;
}

export interface SettingsReader {
  of(accountId: string): Promise<Settings | undefined>;
  /** Newest first, at most `limit` (500 at the most). */
  history(accountId: string, limit: number): Promise<readonly SettingsChange[]>;
}

export interface SettingsStore extends SettingsReader {
  add(settings: Settings): Promise<void>;
  /** The settings, locked until the transaction ends: who then changes them asks no second time. */
  lock(accountId: string): Promise<Settings | undefined>;
  /**
   * Raises the version itself, and keeps who changed what from which old values. Nothing is written
   * where the change answers the very settings it was given.
   */
  change(
    accountId: string,
    changedBy: string,
    change: (settings: Settings) => Settings,
  ): Promise<Settings>;
}
