import { BROKER, inventedAccount } from "./invented-account.ts";
import type { InventedWorld } from "./invented-world.ts";

/** What belongs to a broker account rather than to its owner. */
const OF_ACCOUNT = [
  "config",
  "risk",
  "settingsChanges",
  "enabled",
  "cash",
  "unmanaged",
  "sold",
  "trades",
  "orders",
] as const satisfies readonly (keyof InventedWorld)[];
type OfAccount = Pick<InventedWorld, (typeof OF_ACCOUNT)[number]>;

const ofAccount = (world: InventedWorld): OfAccount => {
  const { config, risk, settingsChanges, enabled, cash, unmanaged, sold, trades, orders } = world;
  return { config, risk, settingsChanges, enabled, cash, unmanaged, sold, trades, orders };
};

/** What the accounts that are not in use are like, by their world and id. */
const others = new WeakMap<InventedWorld, Map<string, OfAccount>>();

export const accountIdOf = ({ brokers }: InventedWorld): string =>
  brokers.find(({ isSelected }) => isSelected)?.id ?? BROKER.id;

export const labelOf = ({ brokers }: InventedWorld): string =>
  brokers.find(({ isSelected }) => isSelected)?.accountLabel ?? BROKER.accountLabel;

/** Makes another account the one in use; automation goes off at both. */
export function takeInUse(world: InventedWorld, id: string): void {
  const before = accountIdOf(world);
  if (before === id) return;
  const kept = others.get(world) ?? new Map<string, OfAccount>();
  others.set(world, kept);
  kept.set(before, { ...ofAccount(world), enabled: false });
  Object.assign(world, freshAccount(), kept.get(id));
  world.brokers = world.brokers.map((each) => ({ ...each, isSelected: each.id === id }));
}

/** Adds an account that is not in use, with rules of its own. Answers its id. */
export function addAccount(
  world: InventedWorld,
  { label = "Paper", ...rules }: { readonly label?: string } & Partial<OfAccount> = {},
): string {
  const id = `1d1b0a4e-2222-4c77-8a26-${String(world.brokers.length).padStart(12, "0")}`;
  world.brokers = [...world.brokers, { ...BROKER, id, accountLabel: label, isSelected: false }];
  const kept = others.get(world) ?? new Map<string, OfAccount>();
  others.set(world, kept.set(id, { ...freshAccount(), ...rules }));
  return id;
}

/** As an account begins: nothing traded, nothing ordered. */
function freshAccount(): OfAccount {
  const { config, risk } = inventedAccount();
  return {
    config,
    risk,
    settingsChanges: [],
    enabled: false,
    cash: 100_000,
    unmanaged: [],
    sold: [],
    trades: [],
    orders: [],
  };
}
