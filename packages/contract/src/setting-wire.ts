import {
  type ChoiceRow,
  isNumberRow,
  type SettingRow,
  type SettingRows,
  type SettingValue,
  type SettingValues,
  type SwitchRow,
  UNIT_SCALES,
} from "@sevenfold/domain/setting-row";

/** What travels of a setting: a fraction of one and dollars in place of basis points and units. */
export type WireValue<Of extends SettingRow> = Of extends ChoiceRow
  ? SettingValue<Of>
  : Of extends SwitchRow
    ? boolean
    : number;

/** The name a setting travels under; none where it does not. */
export type WireName<Of extends SettingRow> = Of extends { readonly isHidden: true }
  ? never
  : Of["name"];

export type WireValues<Rows extends SettingRows> = {
  -readonly [Key in keyof Rows as WireName<Rows[Key]>]: WireValue<Rows[Key]>;
};

/** Some of them. */
export type WirePart<Rows extends SettingRows> = {
  readonly [Name in keyof WireValues<Rows>]?: WireValues<Rows>[Name] | undefined;
};

export const travels = ({ isHidden }: SettingRow): boolean => !isHidden;

/** The settings as they travel. */
export const wireValuesOf = <Rows extends SettingRows>(
  rows: Rows,
  values: SettingValues<Rows>,
): WireValues<Rows> =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([, row]) => travels(row))
      .map(([key, row]) => [row.name, wireOf(row, values[key])]),
  ) as WireValues<Rows>;

/** What was sent, in the domain's words; what is left out stays out. */
export const valuesFromWire = <Rows extends SettingRows>(
  rows: Rows,
  wire: WirePart<Rows>,
): Partial<SettingValues<Rows>> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]) => {
      const sent = (wire as Readonly<Record<string, unknown>>)[row.name];
      return travels(row) && sent !== undefined ? [[key, valueFrom(row, sent)]] : [];
    }),
  ) as Partial<SettingValues<Rows>>;

const wireOf = (row: SettingRow, value: unknown): unknown =>
  isNumberRow(row) ? Number(value) / UNIT_SCALES[row.unit] : value;

const valueFrom = (row: SettingRow, wire: unknown): unknown =>
  isNumberRow(row) ? Math.round(Number(wire) * UNIT_SCALES[row.unit]) : wire;
