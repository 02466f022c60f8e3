import { ok, refused } from "@sevenfold/domain/result";
import fc from "fast-check";
import type { Readers } from "../ports/stores/readers.ts";
import { command } from "./storage-command.ts";
import { after } from "./storage-rows.ts";

const names = fc.constantFrom("a", "b", "c");
const instants = fc.integer({ min: -3, max: 3 }).map(after);
const maybeInstants = fc.option(instants, { nil: undefined });

/** What keeps people apart: sign-ins, second factors, tokens, throttles, and the audit of it. */
export const securityCommands = [
  command(
    "put sign-in",
    { name: names, at: instants, seen: fc.nat(3) },
    ({ signIns }, { userId }, { name, at, seen }) =>
      signIns.put({ sidHash: own(name, userId), userId, content: { seen }, expiresAt: at }),
  ),
  command(
    "change sign-in",
    { name: names, at: instants },
    ({ signIns }, { userId }, { name, at }) =>
      signIns.change(own(name, userId), (row) => ({ ...row, expiresAt: at })),
  ),
  command(
    "end sign-ins",
    { keep: fc.option(names, { nil: undefined }) },
    ({ signIns }, { userId }, { keep }) =>
      signIns.removeOfUser(userId, keep === undefined ? undefined : own(keep, userId)),
  ),
  command(
    "put second factor",
    { confirmedAt: maybeInstants, step: fc.option(fc.nat(5), { nil: undefined }) },
    ({ totp }, { userId }, { confirmedAt, step }) =>
      totp.put({
        userId,
        sealedSecret: "sealed",
        begunAt: after(0),
        recoveryHashes: ["r"],
        ...(confirmedAt === undefined ? {} : { confirmedAt }),
        ...(step === undefined ? {} : { lastStep: step }),
      }),
  ),
  command("use code", { step: fc.nat(5) }, ({ totp }, { userId }, { step }) =>
    totp.change(userId, (row) =>
      (row.lastStep ?? -1) < step ? ok({ ...row, lastStep: step }) : refused({ kind: "used" }),
    ),
  ),
  command("remove second factor", {}, ({ totp }, { userId }) => totp.remove(userId)),
  command(
    "try",
    { name: names, at: instants, blockedUntil: maybeInstants },
    ({ throttles }, { userId }, { name, at, blockedUntil }) =>
      throttles.change(own(name, userId), (known) => ({
        key: own(name, userId),
        count: (known?.count ?? 0) + 1,
        since: known?.since ?? at,
        forgetAt: after(9_000),
        ...(blockedUntil === undefined ? {} : { blockedUntil }),
      })),
  ),
  command("forget tries", { name: names }, ({ throttles }, { userId }, { name }) =>
    throttles.remove(own(name, userId)),
  ),
  command(
    "audit",
    { at: instants, text: fc.option(fc.string({ unit: "binary" }), { nil: undefined }) },
    ({ audit }, { userId }, { at, text }) =>
      audit.add({ at, userId, action: "sign-in", ...(text === undefined ? {} : { text }) }),
  ),
];

/** Everything the tables tell about what keeps the user apart. */
export async function readSecurity(tables: Readers, userId: string): Promise<unknown> {
  const tries = [];
  for (const name of ["a", "b", "c"]) tries.push(await tables.throttles.of(own(name, userId)));
  const signIns = await tables.signIns.ofUser(userId, after(-9));
  return {
    // Those that end together come in any order.
    signIns: signIns.toSorted((one, other) => (one.sidHash < other.sidHash ? -1 : 1)),
    totp: await tables.totp.of(userId),
    tries,
    audit: await tables.audit.latest(userId, 100),
  };
}

/** Keys are unique in the whole database, and a run must not meet another run's. */
const own = (name: string, userId: string): string => `${name} ${userId}`;
