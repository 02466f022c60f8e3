import { CALLS } from "@sevenfold/contract/calls";
import { useEffect, useRef } from "react";
import { mutate } from "swr";
import { accountInUse, useAccountTurn } from "../api/account-in-use.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { tell } from "../ui/notices.ts";

/** Says that another account is in use, where this window did not ask for it. */
export function useAccountNotice(): void {
  const { number, isOwn, accountId, hadUnsaved } = useAccountTurn();
  const { data: account } = useEndpoint(CALLS.readAccount);
  const told = useRef(number);
  const label = account?.id === accountId ? account?.label : undefined;
  useEffect(() => {
    if (label === undefined || told.current === number) return;
    told.current = number;
    if (isOwn) return;
    const lost = "What you had typed was for the account before, and was not saved.";
    void isOfSamePerson(number).then((isSame) => {
      if (!isSame) return;
      tell({
        tone: hadUnsaved ? "error" : "success",
        title: "Another Account In Use",
        details: `${label} was put in use elsewhere; every page shows it now.${hadUnsaved ? ` ${lost}` : ""}`,
      });
    });
  }, [label, number, isOwn, hadUnsaved]);
}

/** Asks who is signed in: the account may be another person's, and then all of this is forgotten. */
async function isOfSamePerson(number: number): Promise<boolean> {
  await mutate(CALLS.readUser.path);
  return number === accountInUse().number;
}
