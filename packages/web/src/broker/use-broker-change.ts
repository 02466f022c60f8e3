import type { BrokerView } from "@sevenfold/contract/brokers";
import { CALLS, type Call } from "@sevenfold/contract/calls";
import type { InputOf } from "@sevenfold/contract/endpoints";
import { useState } from "react";
import { mutate } from "swr";
import { asOwnChange, heardAccount, heardNoAccount } from "../api/account-in-use.ts";
import { call } from "../api/call.ts";
import { isLost, wordsOf } from "../api/problem-error.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";

type BrokerCall = "changeBroker" | "removeBroker" | "selectBroker";

/** What is said afterwards: fixed words, or what the answered brokers tell. */
type Told = readonly [title: string, details: string] | ((brokers: readonly BrokerView[]) => void);

const LOST =
  "No answer came: it may have been done. Brokers and the top of the page show how it stands as soon as Sevenfold answers.";

/** Makes one of the calls that answer with every broker, and says how it went. */
export function useBrokerChange() {
  const [isPending, setPending] = useState(false);
  const change = async <Name extends BrokerCall>(
    line: Call<Name>,
    input: InputOf<Name>,
    told: Told,
    /** Whether whoever asked has said already why it was refused. */
    hasSaid: (thrown: unknown) => boolean = () => false,
  ): Promise<boolean> => {
    setPending(true);
    try {
      const brokers = await asOwnChange(async () => {
        const answered: readonly BrokerView[] = await call(line, input);
        await mutate(CALLS.listBrokers.path, answered, { revalidate: false });
        const inUse = answered.find(({ isSelected }) => isSelected);
        if (inUse) heardAccount(inUse.id);
        else heardNoAccount();
        return answered;
      });
      // Whether it may trade may be otherwise now, and what it is called.
      for (const { path } of [CALLS.readAccount, CALLS.readWorkerStatus]) void mutate(path);
      tellOf(told, brokers);
      return true;
    } catch (thrown) {
      if (isLost(thrown)) {
        tellError("Outcome Unknown", LOST);
        for (const { path } of [CALLS.listBrokers, CALLS.readAccount]) void mutate(path);
      } else if (!hasSaid(thrown)) tellError("Broker Not Changed", wordsOf(thrown));
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, change };
}

const tellOf = (told: Told, brokers: readonly BrokerView[]): void =>
  typeof told === "function" ? told(brokers) : tellSuccess(...told);
