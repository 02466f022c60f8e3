import type {
  BrokerView,
  changeBroker as Change,
  removeBroker as Remove,
  selectBroker as Select,
} from "@sevenfold/contract/brokers";
import { useState } from "react";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import type { InputOf, Line } from "../api/line.ts";
import { listBrokers } from "../api/lines.ts";
import { wordsOf } from "../api/problem-error.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";

type BrokerCall = typeof Change | typeof Remove | typeof Select;

/** What is said afterwards: fixed words, or what the answered brokers tell. */
type Told = readonly [title: string, details: string] | ((brokers: readonly BrokerView[]) => void);

/** Makes one of the calls that answer with every broker, and says how it went. */
export function useBrokerChange() {
  const [isPending, setPending] = useState(false);
  const change = async <Call extends BrokerCall>(
    line: Line<Call>,
    input: InputOf<Call>,
    told: Told,
  ): Promise<boolean> => {
    setPending(true);
    try {
      const brokers: readonly BrokerView[] = await call(line, input);
      await mutate(listBrokers.path, brokers, { revalidate: false });
      // Which account is shown may be another one now, and whether it may trade.
      void mutate((key) => key !== listBrokers.path);
      tellOf(told, brokers);
      return true;
    } catch (thrown) {
      tellError("Broker Not Changed", wordsOf(thrown));
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, change };
}

const tellOf = (told: Told, brokers: readonly BrokerView[]): void =>
  typeof told === "function" ? told(brokers) : tellSuccess(...told);
