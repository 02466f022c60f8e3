import type {
  Settings,
  SettingsChange,
  SettingsStore,
} from "@sevenfold/application/ports/stores/settings-store";
import { invariant } from "@sevenfold/domain/invariant";
import type { EntityManager } from "typeorm";
import { accountSchema } from "../accounts/account-rows.ts";
import { atomically, findRow, firstRows, insert } from "../row.ts";
import { ask, namesOf, recordsOf, selectionOf, tell } from "../statement.ts";
import { isInTransaction } from "../transaction.ts";
import { configColumns, limitColumns, settingsOf } from "./settings-mapping.ts";
import {
  CONFIG_COLUMNS,
  type ConfigRow,
  configSchema,
  LIMIT_COLUMNS,
  riskSchema,
  type SettingsHistoryRow,
  settingsHistorySchema,
} from "./settings-rows.ts";

export function typeormSettingsStore(manager: EntityManager): SettingsStore {
  /** What this transaction has locked, as it is now, or will be once it has it. */
  const locked = new Map<string, Promise<Stored | undefined>>();

  return {
    add: (settings) => atomically(manager, (inside) => add(inside, settings)),

    async lock(accountId) {
      invariant(isInTransaction(manager), "settings are locked inside a transaction");
      const answer = stored(manager, accountId, "locked");
      locked.set(accountId, answer);
      return (await answer)?.settings;
    },

    async of(accountId) {
      return (await stored(manager, accountId))?.settings;
    },

    change: (accountId, changedBy, change) =>
      atomically(manager, async (inside) => {
        const known = isInTransaction(manager) ? await locked.get(accountId) : undefined;
        const before = known ?? (await stored(inside, accountId, "locked"));
        invariant(before !== undefined, `no settings of account ${accountId} to change`);
        const wanted = change(before.settings);
        if (wanted === before.settings) return wanted;
        const after = { ...wanted, accountId, version: before.settings.version + 1 };
        await write(inside, before, after, changedBy);
        if (known) locked.set(accountId, Promise.resolve({ ...known, settings: after }));
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
    ...configColumns(settings),
    accountId,
    userId,
    version,
    updatedAt,
    createdBy: userId,
    lastModifiedBy: userId,
  });
  await insert(manager, riskSchema, { ...limitColumns(settings), accountId, portfolioId });
  const config = await findRow(manager, configSchema, { where: { accountId } });
  invariant(config !== undefined, `the settings of account ${accountId} were written`);
  await keep(manager, config, { action: "created", createdBy: userId, newValues: settings });
}

const CONFIG = selectionOf(configSchema);
const LIMITS = selectionOf(riskSchema, LIMIT_COLUMNS);
/** As a SELECT of both rows tells them. */
export const SETTINGS = {
  text: `${CONFIG.text}, ${LIMITS.text}`,
  rowFrom: (row: object): Settings => settingsOf(CONFIG.rowFrom(row), LIMITS.rowFrom(row)),
};
const STORED = `
  SELECT ${SETTINGS.text}
  FROM broker_trading_configs JOIN risk_params USING (broker_profile_id)
  WHERE broker_profile_id = $1`;
// Both rows: one left unlocked would be read as it was before the wait for the other.
const LOCKED = `${STORED} FOR UPDATE`;

interface Stored {
  readonly settings: Settings;
  readonly config: ConfigRow;
}

async function stored(
  manager: EntityManager,
  accountId: string,
  lock?: "locked",
): Promise<Stored | undefined> {
  const statement = lock
    ? { name: "settings-locked", text: LOCKED }
    : { name: "settings", text: STORED };
  const { rows } = await ask(manager, { ...statement, values: [accountId] });
  const [row] = rows;
  if (row === undefined) return undefined;
  const config = CONFIG.rowFrom(row);
  return { settings: settingsOf(config, LIMITS.rowFrom(row)), config };
}

/** In one statement, which also keeps who changed what. */
async function write(
  manager: EntityManager,
  before: Stored,
  after: Settings,
  changedBy: string,
): Promise<void> {
  const { accountId, version, updatedAt } = after;
  const config = { ...configColumns(after), version, updatedAt, lastModifiedBy: changedBy };
  const values = [
    accountId,
    changedBy,
    recordsOf(configSchema, [config]),
    recordsOf(riskSchema, [limitColumns(after)]),
    kept(before.config, {
      action: "changed",
      createdBy: changedBy,
      oldValues: before.settings,
      newValues: after,
    }),
  ];
  await tell(manager, { name: "settings-change", text: CHANGE, values });
}

type Kept = Pick<SettingsHistoryRow, "action" | "createdBy" | "oldValues" | "newValues">;

async function keep(manager: EntityManager, config: ConfigRow, what: Kept): Promise<void> {
  await tell(manager, { name: "settings-keep", text: KEEP, values: [kept(config, what)] });
}

const kept = ({ id: configId, accountId, userId }: ConfigRow, what: Kept): string =>
  recordsOf(settingsHistorySchema, [{ configId, accountId, userId, ...what }]);

const KEPT = namesOf(settingsHistorySchema, [
  "configId",
  "accountId",
  "userId",
  "action",
  "oldValues",
  "newValues",
  "createdBy",
]);
const keeping = (given: string) => `
  INSERT INTO broker_trading_config_history (${KEPT})
  SELECT ${KEPT} FROM json_populate_recordset(NULL::broker_trading_config_history, ${given})`;
const KEEP = keeping("$1");

const CHANGED = namesOf(configSchema, [...CONFIG_COLUMNS, "version", "updatedAt"]);
const CHANGE_CONFIG = `
  UPDATE broker_trading_configs SET last_modified_by = $2, (${CHANGED}) =
    (SELECT ${CHANGED} FROM json_populate_recordset(NULL::broker_trading_configs, $3))
  WHERE broker_profile_id = $1`;

const CHANGED_LIMITS = namesOf(riskSchema, LIMIT_COLUMNS);
const CHANGE_LIMITS = `
  UPDATE risk_params SET updated_at = now(), (${CHANGED_LIMITS}) =
    (SELECT ${CHANGED_LIMITS} FROM json_populate_recordset(NULL::risk_params, $4))
  WHERE broker_profile_id = $1`;

const CHANGE = `
  WITH config AS (${CHANGE_CONFIG}), limits AS (${CHANGE_LIMITS})
  ${keeping("$5")}`;

function changeOf(stored: SettingsHistoryRow): SettingsChange {
  const { action, createdBy, oldValues, newValues } = stored;
  const change = { action, changedBy: createdBy, after: newValues as Settings };
  return oldValues ? { ...change, before: oldValues as Settings } : change;
}
