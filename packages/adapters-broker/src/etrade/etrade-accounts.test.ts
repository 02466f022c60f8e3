import { describe, expect, it } from "vitest";

import { ourAccount } from "./etrade-accounts.ts";
import { AccountsWire } from "./etrade-wire.ts";
import { ACCOUNTS } from "./recordings/answers.ts";

const [open, closed] = AccountsWire.parse(ACCOUNTS).AccountListResponse.Accounts.Account;
const other = { ...open!, accountId: "840104299", accountIdKey: "other", accountName: "Roth IRA" };

describe("ourAccount", () => {
  it("is the only one that may trade", () => {
    expect(ourAccount([closed!, open!], undefined)).toBe(open);
  });

  it("is shown also when it may not trade, where there is no other", () => {
    expect(ourAccount([closed!], undefined)).toBe(closed);
  });

  it("is none of several until its number is said", () => {
    expect(() => ourAccount([open!, other], undefined)).toThrowError(
      expect.objectContaining({
        reason: "account-not-chosen",
        message: "E*TRADE shows these accounts: …4290 (Individual Brokerage), …4299 (Roth IRA).",
      }),
    );
    expect(ourAccount([open!, other], "840104299")).toBe(other);
  });

  it("gives another one away where the one that was ours is gone", () => {
    expect(ourAccount([open!], "999999999")).toBe(open);
  });

  it("is no bank account", () => {
    expect(() => ourAccount([{ ...open!, institutionType: "BANK" }], undefined)).toThrowError(
      expect.objectContaining({ reason: "unreadable" }),
    );
  });
});
