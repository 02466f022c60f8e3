import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import type { Call, JsonCallName } from "@sevenfold/contract/calls";
import { CALLS } from "@sevenfold/contract/calls";
import type { InputOf, OutputOf } from "@sevenfold/contract/endpoints";
import { mutate } from "swr";
import { noteAnswer } from "../live/line.ts";
import { noteServerTime } from "../live/server-clock.ts";
import { accountInUse, heardAccount, heardNoAccount } from "./account-in-use.ts";
import { addressOf, fillPath } from "./address-of.ts";
import { isFromGateway } from "./gateway.ts";
import { isRefusedAs, ProblemError, problemOf } from "./problem-error.ts";
import { noteBuild } from "./server-build.ts";
import { knownUser, signInEnded } from "./signed-in.ts";

/** A broker that does not answer is given up by the server well before, and an order settles sooner. */
const ANSWERED_WITHIN_MS = 60_000;

export interface CallOptions {
  /** The same value on every attempt at the same order. */
  readonly idempotencyKey?: string;
}

/** Makes the call and answers with its view. @throws ProblemError where the server refuses or is away. */
export async function call<Name extends JsonCallName>(
  line: Call<Name>,
  input?: InputOf<Name>,
  options: CallOptions = {},
): Promise<OutputOf<Name>> {
  const { number } = accountInUse();
  const user = knownUser();
  const { response, view } = await answerTo(requestOf(line, input, options));
  const accountId = response.headers.get(ACCOUNT_HEADER);
  if (number !== accountInUse().number) noteOfBefore(view);
  else if (accountId !== null) heardAccount(accountId);
  noteBuild(response.headers);
  if (!response.ok) {
    const problem = await problemOf(response);
    // The sign-in ended elsewhere, and nothing more can be done with this page.
    const isOver = isRefusedAs(problem, "signed-out") && user === knownUser();
    if (isOver && line.path !== CALLS.readUser.path) signInEnded();
    if (isRefusedAs(problem, "account-not-found") && number === accountInUse().number)
      heardNoAccount();
    throw problem;
  }
  return view as OutputOf<Name>;
}

/** What was asked for before another account came into use, and answered after it. */
const ofBefore = new WeakSet<object>();

function noteOfBefore(view: unknown): void {
  if (typeof view === "object" && view !== null) ofBefore.add(view);
}

/** Whether a view tells of the account before: then it is nothing of the one in use. */
export const isOfBefore = (view: unknown): boolean =>
  typeof view === "object" && view !== null && ofBefore.has(view);

/** Keeps what a change was answered as the answer of the read at this address. */
export async function keepAnswer(address: string, view: unknown): Promise<void> {
  if (!isOfBefore(view)) await mutate(address, view, { revalidate: false });
}

function requestOf<Name extends JsonCallName>(
  line: Call<Name>,
  input: InputOf<Name> | undefined,
  { idempotencyKey }: CallOptions,
): readonly [address: string, init: RequestInit] {
  const headers: Record<string, string> = { accept: "application/json" };
  const init: RequestInit = {
    method: line.method.toUpperCase(),
    credentials: "same-origin",
    cache: "no-store",
    headers,
  };
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  // A form on another site cannot set this header: the server's guard against forged requests.
  if (line.method !== "get") {
    headers["x-requested-with"] = "sevenfold";
    // What is decided on what one account shows is done at that one, or at none.
    const { accountId } = accountInUse();
    if (accountId !== undefined && line.belongsTo === "account")
      headers[ACCOUNT_HEADER] = accountId;
  }
  if (line.method === "get" || line.method === "delete") return [addressOf(line, input), init];
  const { path, rest } = fillPath(line.path, input as object | undefined);
  headers["content-type"] = "application/json";
  return [path, { ...init, body: JSON.stringify(rest) }];
}

interface Answer {
  readonly response: Response;
  /** What it says, where it is no refusal. */
  readonly view: unknown;
}

/** An answer that stays away, breaks off, or says what is no JSON is none: another one than Sevenfold may have given it. */
async function answerTo([address, init]: readonly [string, RequestInit]): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const response = await fetch(address, { ...init, signal });
    noteServerTime(Number(response.headers.get("x-server-time")));
    const view = response.ok && response.status !== 204 ? await response.json() : undefined;
    noteAnswer(!isFromGateway(response));
    return { response, view };
  } catch (thrown) {
    noteAnswer(false);
    // What is no JSON says nothing: whoever asked has the words for that.
    const words =
      thrown instanceof SyntaxError ? "" : "Sevenfold does not answer. Check your connection.";
    throw new ProblemError(words, 0, "no-answer");
  }
}
