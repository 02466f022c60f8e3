import type { ProblemName } from "./problem-codes.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** What an API token may be made for. Each scope may do all that those before it may. */
export const TOKEN_SCOPES = ["read", "trade", "manage"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The scope a program's token needs; `refused` is for people only, whatever the scope. */
export type TokenRule = TokenScope | "refused";

/** What may have moved a view that is pushed; "prices": whatever the market does. */
export type News = "account" | "orders" | "worker" | "watchlist" | "settings" | "prices";

/**
 * How a browser keeps what it shows fresh. Pushed: the live stream tells it, and until the stream
 * does it is asked for every so many milliseconds. Polled: asked for every so many milliseconds,
 * where a table says it by the value of an input. On show: asked for when it comes into sight.
 */
export type Freshness = (
  | { readonly kept: "pushed"; readonly everyMs: number; readonly after: readonly News[] }
  | { readonly kept: "polled"; readonly everyMs: number | IntervalByInput }
  | { readonly kept: "on-show" }
) & {
  /** Also when the window comes to the front: another one may have changed it. */
  readonly onFocus?: true;
  /** Also when the live stream tells of a fill. */
  readonly afterFills?: true;
  /** No more once this field of the answer is true. */
  readonly until?: string;
  /** While nobody answers at all, after so many milliseconds each time. */
  readonly againMs?: number;
};

/** Of which input field each value has an interval of its own, in milliseconds. */
interface IntervalByInput {
  readonly by: string;
  readonly ms: Readonly<Record<string, number>>;
}

/** Who may call, and what a program needs for it. A row that does not say both does not compile. */
type Callers =
  // What anybody may call asks no more of a token than that it is one.
  | { readonly access: "anyone"; readonly tokens: "read" | "refused"; readonly lowersRisk?: never }
  | {
      readonly access: "signed-in";
      readonly tokens: TokenRule;
      /** What lowers risk takes the scope `trade` where the rule asks for more. */
      readonly lowersRisk?: LowersRisk;
    };

interface LowersRisk {
  /** As it follows "is enough for": "switching it off". */
  readonly says: string;
  /** Fields of the input as they are where it lowers risk. */
  readonly where: Readonly<Record<string, unknown>>;
}

/** Counted more strictly than calls are: what it makes is dear, or a broker looks on. */
interface Limit {
  readonly by: "demos" | "paper-keys" | "broker-keys" | "payments";
  /** Counted only where this field of the input is given. */
  readonly where?: string;
}

interface Everywhere {
  /** With `:name` for what travels in the path: `/api/watchlist/:ticker`. */
  readonly path: string;
  /**
   * Whose the answer is. Of what is the account's, both sides say which account it is, and a browser
   * forgets it when another is put in use; what is the venue's it forgets as well.
   */
  readonly belongsTo: "account" | "venue" | "user" | "everybody";
  /** The codes it may fail by, beside those of every call. */
  readonly problems: readonly ProblemName[];
  readonly limit?: Limit;
  /** Reads an `Idempotency-Key` header: the same on every attempt at the same thing. */
  readonly isRepeatable?: true;
}

interface Reading {
  readonly method: "get";
  readonly fresh: Freshness;
  readonly onlyLooks?: never;
  readonly answers?: never;
  readonly says?: never;
}

interface Sending {
  readonly method: "post" | "put" | "patch" | "delete";
  /** It changes nothing: what it is asked does not fit into an address. */
  readonly onlyLooks?: true;
  readonly fresh?: Freshness;
  readonly answers?: never;
  readonly says?: never;
}

/** It answers text in place of JSON: a file, or a stream of events. */
interface Telling {
  readonly method: "get";
  readonly answers: "text/csv" | "text/event-stream";
  /** What it answers, in a sentence. */
  readonly says: string;
  readonly fresh?: never;
  readonly onlyLooks?: never;
}

/** One HTTP call, without its schemas. */
export type Row = Everywhere & Callers & (Reading | Sending | Telling);

/** Rows of the table, each with its name and the one they are listed under. */
export const rows = <const Rows extends Readonly<Record<string, Row>>>(
  group: string,
  given: Rows,
): Named<Rows> =>
  Object.fromEntries(
    Object.entries(given).map(([name, row]) => [name, { ...row, name, group }]),
  ) as unknown as Named<Rows>;

type Named<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly name: Name; readonly group: string };
};

export const pushed = <Ms extends number, const After extends readonly News[]>(
  everyMs: Ms,
  after: After,
) => ({ kept: "pushed", everyMs, after }) as const;
export const polled = <Ms extends number>(everyMs: Ms) => ({ kept: "polled", everyMs }) as const;
export const onShow = { kept: "on-show" } as const;
