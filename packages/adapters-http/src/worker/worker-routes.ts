import { meantAccount } from "@sevenfold/application/trading/account/selected-account";
import { readWorkerStatus } from "@sevenfold/application/views/read-worker-status";
import * as contract from "@sevenfold/contract/worker";
import { ok } from "@sevenfold/domain/result";

import { meantBy } from "../account-in-use.ts";
import type { HttpNeeds } from "../http-needs.ts";
import { forUser, type Route, type View, view } from "../route.ts";
import { presentWorkerStatus } from "./present-worker.ts";

export const workerViews = (needs: HttpNeeds): readonly View[] => [
  view(contract.readWorkerStatus, async ({ user }) => {
    const status = await readWorkerStatus(needs)(user.id);
    if (!status.ok) return status;
    const calendar = needs.calendarOf(status.value.account);
    return ok(presentWorkerStatus(status.value, { calendar }));
  }),
];

export const workerRoutes = ({ storage, toggleAutomation }: HttpNeeds): readonly Route[] => [
  forUser(contract.toggleWorker, async ({ user, input, ctx }) => {
    const account = await meantAccount(storage.read, meantBy(user, ctx));
    if (!account.ok) return account;
    const switched = await toggleAutomation({
      accountId: account.value.id,
      userId: user.id,
      enabled: input.enabled,
      startFresh: input.freshTrails ?? false,
    });
    if (!switched.ok) return switched;
    const { enabled, dueAtOnce } = switched.value;
    return ok({ enabled, message: messageOf(enabled, dueAtOnce) });
  }),
];

function messageOf(enabled: boolean, dueAtOnce: number): string {
  if (!enabled) return "Automated trading disabled";
  if (dueAtOnce === 0) return "Automated trading enabled";
  const symbols = dueAtOnce === 1 ? "1 symbol is" : `${dueAtOnce} symbols are`;
  return `Automated trading enabled: ${symbols} at the trigger and may trade at the next price`;
}
