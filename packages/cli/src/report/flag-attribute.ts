type Camel<Words extends string> = Words extends `${infer Word}-${infer More}`
  ? `${Word}${Capitalize<Camel<More>>}`
  : Words;

/** What a flag is called among the parsed ones and in the JSON document: "buy-drop" is buyDrop. */
export type FlagAttribute<Row> = Row extends {
  readonly flag: { readonly name: infer Name extends string };
}
  ? Camel<Name>
  : never;

export const attributeOf = (flag: string): string =>
  flag.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
