import type { Settings, SettingsChange, SettingsStore } from "@sevenfold/application/ports/storage";
import { invariant } from "@sevenfold/domain/invariant";
import type { EntityManager } from "typeorm";
import { accountSchema } from "../accounts/account-rows.ts";
import { selectionOf } from "../plain-read.ts";
import { atomically, findRow, firstRows, insert, overwrite, readNamed } from "../row.ts";
import { riskColumns, settingsOf, strategyColumns } from "./settings-mapping.ts";
import {
  type ConfigRow,
  configSchema,
  LIMIT_COLUMNS,
  type RiskRow,
  riskSchema,
  type SettingsHistoryRow,
  settingsHistorySchema,
} from "./settings-rows.ts";

export function typeormSettingsStore(manager: EntityManager): SettingsStore {
  return {
    add: (settings) => atomically(manager, (inside) => add(inside, settings)),

    async of(accountId) {
      return (await stored(manager, accountId))?.settings;
    },

    change: (accountId, changedBy, change) =>
      atomically(manager, async (inside) => {
        const before = await stored(inside, accountId, "locked");
        invariant(before !== undefined, `no settings of account ${accountId} to change`);
        const wanted = change(before.settings);
        if (wanted === before.settings) return wanted;
        const after = { ...wanted, accountId, version: before.settings.version + 1 };
        await write(inside, after, changedBy);
        await keep(inside, before.config, {
          action: "changed",
          createdBy: changedBy,
          oldValues: before.settings,
          newValues: after,
        });
        return after;
      }),

    async history(accountId, limit) {
      const where = { accountId };
      const rows = await firstRows(
        manager,
        settingsHistorySchema,
        { where, order: { id: "DESC" } },
        limit,
      );
      return rows.map(changeOf);
    },
  };
}

async function add(manager: EntityManager, settings: Settings): Promise<void> {
  const { accountId, version, updatedAt } = settings;
  const account = await findRow(manager, accountSchema, { where: { id: accountId } });
  invariant(account !== undefined, `no account ${accountId} to set up`);
  const { userId, portfolioId } = account;
  await insert(manager, configSchema, {
    ...strategyColumns(settings),
    accountId,
    userId,
    version,
    updatedAt,
    createdBy: userId,
    lastModifiedBy: userId,
  });
  await insert(manager, riskSchema, { ...riskColumns(settings), accountId, portfolioId });
  const config = await findRow(manager, configSchema, { where: { accountId } });
  invariant(config !== undefined, `the settings of account ${accountId} were written`);
  await keep(manager, config, { action: "created", createdBy: userId, newValues: settings });
}

const CONFIG = selectionOf(configSchema);
const LIMITS = selectionOf(riskSchema, LIMIT_COLUMNS);
const STORED = `
  SELECT ${CONFIG.text}, ${LIMITS.text}
  FROM broker_trading_configs JOIN risk_params USING (broker_profile_id)
  WHERE broker_profile_id = $1`;
// Both rows: one left unlocked would be read as it was before the wait for the other.
const LOCKED = `${STORED} FOR UPDATE`;

async function stored(
  manager: EntityManager,
  accountId: string,
  lock?: "locked",
): Promise<{ readonly settings: Settings; readonly config: ConfigRow } | undefined> {
  const statement = lock
    ? { name: "settings-locked", text: LOCKED }
    : { name: "settings", text: STORED };
  const [row] = await readNamed(manager, { ...statement, values: [accountId] }, 1);
  if (row === undefined) return undefined;
  const config = CONFIG.rowFrom(row) as ConfigRow;
  return { settings: settingsOf(config, LIMITS.rowFrom(row) as RiskRow), config };
}

async function write(
  manager: EntityManager,
  settings: Settings,
  lastModifiedBy: string,
): Promise<void> {
  const { accountId, version, updatedAt } = settings;
  await overwrite(
    manager,
    configSchema,
    { accountId },
    { ...strategyColumns(settings), version, updatedAt, lastModifiedBy },
  );
  await overwrite(manager, riskSchema, { accountId }, { ...riskColumns(settings), accountId });
}

const keep = (
  manager: EntityManager,
  { id: configId, accountId, userId }: ConfigRow,
  what: Pick<SettingsHistoryRow, "action" | "createdBy" | "oldValues" | "newValues">,
): Promise<void> =>
  insert(manager, settingsHistorySchema, { configId, accountId, userId, ...what });

function changeOf(stored: SettingsHistoryRow): SettingsChange {
  const { action, createdBy, oldValues, newValues } = stored;
  const change = { action, changedBy: createdBy, after: newValues as Settings };
  return oldValues ? { ...change, before: oldValues as Settings } : change;
}
