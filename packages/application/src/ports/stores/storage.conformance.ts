import { afterAll, beforeAll, describe } from "vitest";
import { describeWrittenAtOnce } from "../../trading/placing/written-at-once.conformance.ts";
import type { SignInStore } from "./sign-in-store.ts";
import type { Storage } from "./storage.ts";
import { describeAccounts, describeSettings } from "./storage-accounts.conformance.ts";
import { describeActivities } from "./storage-activities.conformance.ts";
import { describeBilling } from "./storage-billing.conformance.ts";
import { describeOrderFacts } from "./storage-facts.conformance.ts";
import { describeHistories } from "./storage-histories.conformance.ts";
import { describeLeases } from "./storage-leases.conformance.ts";
import { describeFills, describeHoldings } from "./storage-ledger.conformance.ts";
import { describeOrders } from "./storage-orders.conformance.ts";
import { describePeople } from "./storage-people.conformance.ts";
import { describeRecords, describeRequests } from "./storage-records.conformance.ts";
import {
  describeRemoval,
  describeSignInChanges,
  describeSignIns,
} from "./storage-removal.conformance.ts";
import { describeSafeguards } from "./storage-safeguards.conformance.ts";
import { describeSales } from "./storage-sales.conformance.ts";
import { describeSeats } from "./storage-seats.conformance.ts";
import {
  describeApiTokens,
  describeAudit,
  describeAuthorisations,
  describeSecondFactors,
  describeThrottles,
} from "./storage-security.conformance.ts";
import { describeStrangers } from "./storage-strangers.conformance.ts";
import { describeTransactions } from "./storage-transactions.conformance.ts";

import { describeVersions } from "./storage-versions.conformance.ts";

export interface OpenedStorage {
  readonly storage: Storage;
  readonly signIns: SignInStore;
  close(): Promise<void>;
}

/** What every storage must do, whatever it is made of. Opens it once for the whole suite. */
export function describeStorage(name: string, open: () => Promise<OpenedStorage>): void {
  describe(`the storage ${name}`, () => {
    let opened: OpenedStorage;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());
    const storage: Storage = {
      transact: (work) => opened.storage.transact(work),
      get read() {
        return opened.storage.read;
      },
    };

    describeTransactions(storage);
    describePeople(storage);
    describeBilling(storage);
    describeAccounts(storage);
    describeVersions(storage);
    describeOrderFacts(storage);
    describeSettings(storage);
    describeOrders(storage);
    describeFills(storage);
    describeActivities(storage);
    describeHoldings(storage);
    describeHistories(storage);
    describeRecords(storage);
    describeLeases(storage);
    describeSeats(storage);
    describeRequests(storage);
    describeSales(storage);
    describeSafeguards(storage);
    describeWrittenAtOnce(storage);
    describeSignIns(storage, () => opened.signIns);
    describeSignInChanges(storage);
    describeAuthorisations(storage);
    describeSecondFactors(storage);
    describeApiTokens(storage);
    describeThrottles(storage);
    describeAudit(storage);
    describeStrangers(storage);
    describeRemoval(storage, () => opened.signIns);
  });
}
