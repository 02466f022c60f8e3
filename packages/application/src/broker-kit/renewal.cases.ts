import { inOneLine } from "./access.cases.ts";
import type { BrokerCase } from "./broker-case.ts";
import type { CaseWorld } from "./case-world.ts";
import { holds, same, unavailable } from "./rule-broken.ts";
import { WIRE_FAULTS, type WireFault } from "./venue-bench.ts";

/** What wakes a sleeping token may itself get no answer; that is no refusal. */
export const renewalCases: readonly BrokerCase[] = WIRE_FAULTS.map((fault) => ({
  rule: `token/renewal-${fault}`,
  promise: `asks nobody to sign in when waking its token met ${fault}, and tries again`,
  needs: ["idle-tokens", "wire-faults", "lost-answers"],
  run: (world) => renewsAgain(world, fault),
}));

/** So long after a renewal that failed it is tried again, if not before. */
const RENEWAL_WAIT_MS_MAX = 60_000;

async function renewsAgain({ resting, venue }: CaseWorld, fault: WireFault): Promise<void> {
  const broker = venue.connect({ patience: "short" });
  await broker.account();
  await venue.passIdleTime?.();
  venue.breakCalls?.({ on: "renewal", fault });
  // Where the venue heard of it the token is awake, whatever came back: then a read may be answered.
  const read = broker.account();
  const isAnswered = await read.then(
    () => true,
    () => false,
  );
  if (!isAnswered || fault.endsWith("-before"))
    inOneLine(await unavailable(read, "the account", ["network", "unreadable"]));
  const answer = await broker.submit(resting());
  holds(
    answer.kind !== "rejected" || answer.cause !== "authorisation",
    "a renewal without an answer was told as a refusal",
  );
  same(venue.orderCount(), answer.kind === "accepted" ? 1 : 0, "orders at the venue");
  venue.mendCalls?.();
  await venue.pass(RENEWAL_WAIT_MS_MAX);
  await broker.account();
}
