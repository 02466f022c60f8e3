import {
  ACCOUNTS_MAX,
  DAYS_MAX,
  MARKETS,
  MODES,
  PLACES,
  SESSIONS,
  SYMBOLS_MAX,
  USERS_MAX,
  WORKERS_MAX,
} from "./plan-bounds.ts";

/** What a value has to be; `undefined` when it is. */
type Rule = (value: unknown) => string | undefined;

const whole =
  (least: number, most: number): Rule =>
  (value) =>
    Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most
      ? undefined
      : `a whole number from ${least} to ${most}`;

const oneOf =
  (values: readonly string[]): Rule =>
  (value) =>
    values.includes(String(value)) ? undefined : `one of ${values.join(", ")}`;

const words: Rule = (value) =>
  typeof value === "string" && value !== "" ? undefined : "a name between quotes";
const share: Rule = (value) =>
  typeof value === "number" && 0 <= value && value <= 1 ? undefined : "a number from 0 to 1";
const yesOrNo: Rule = (value) => (typeof value === "boolean" ? undefined : "true or false");
const someOf =
  (most: number): Rule =>
  (value) =>
    Array.isArray(value) && value.length <= most ? undefined : `a list of at most ${most}`;
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? undefined : rule(value);

const ANY = Number.MAX_SAFE_INTEGER;
/** Of faults and acts: more than any seed draws. */
const LIST_MAX = 100_000;

const PLAN = {
  seed: whole(-ANY, ANY),
  days: whole(1, DAYS_MAX),
  session: oneOf(SESSIONS),
  market: oneOf(MARKETS),
  accounts: someOf(ACCOUNTS_MAX),
  symbols: whole(1, SYMBOLS_MAX),
  workers: whole(1, WORKERS_MAX),
  faults: someOf(LIST_MAX),
  acts: someOf(LIST_MAX),
};
const ACCOUNT = {
  user: whole(0, USERS_MAX - 1),
  mode: oneOf(MODES),
  hasStop: yesOrNo,
  cashDollars: whole(1, 1_000_000_000),
  isKeyless: yesOrNo,
  stopAtBroker: optional(yesOrNo),
};
const FAULT = {
  on: oneOf(PLACES),
  kind: words,
  from: whole(0, ANY),
  to: whole(0, ANY),
  rate: share,
  target: optional(whole(0, ANY)),
};
const ACT = {
  at: whole(0, ANY),
  account: whole(0, ACCOUNTS_MAX - 1),
  kind: words,
  seed: whole(0, ANY),
};

/** What keeps a value from being a plan, in words that say where and what was expected. */
export function planProblemsOf(plan: unknown): readonly string[] {
  const problems = unmet(PLAN, plan, "the plan");
  if (0 < problems.length) return problems;
  const { accounts, faults, acts } = plan as Record<"accounts" | "faults" | "acts", unknown[]>;
  const inParts = [
    ...accounts.flatMap((each, index) => unmet(ACCOUNT, each, `account ${index}`)),
    ...faults.flatMap((each, index) => unmet(FAULT, each, `fault ${index}`)),
    ...acts.flatMap((each, index) => unmet(ACT, each, `act ${index}`)),
  ];
  if (0 < inParts.length) return inParts;
  return [
    ...(accounts.length === 0 ? ["the plan: accounts has to hold one at least"] : []),
    ...(faults as { from: number; to: number }[]).flatMap(({ from, to }, index) =>
      from < to ? [] : [`fault ${index}: to has to be later than from`],
    ),
    ...(acts as { account: number }[]).flatMap(({ account }, index) =>
      account < accounts.length ? [] : [`act ${index}: there is no account ${account}`],
    ),
  ];
}

function unmet(rules: Readonly<Record<string, Rule>>, value: unknown, where: string): string[] {
  if (typeof value !== "object" || value === null) return [`${where} has to be an object`];
  const given = value as Record<string, unknown>;
  const missed = Object.entries(rules).flatMap(([name, rule]) => {
    const expected = rule(given[name]);
    return expected === undefined
      ? []
      : [`${where}: ${name} has to be ${expected}, not ${JSON.stringify(given[name])}`];
  });
  const unknown = Object.keys(given).filter((name) => !(name in rules));
  return [...missed, ...unknown.map((name) => `${where}: nothing is called ${name}`)];
}
