import { zodResolver } from "@hookform/resolvers/zod";
import { BrokerKeys, type BrokerView } from "@sevenfold/contract/brokers";
import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { asOwnChange, heardAccount } from "../api/account-in-use.ts";
import { call } from "../api/call.ts";
import { isLost, isRefusal, wordsOf } from "../api/problem-error.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { freshUuid } from "../ui/uuid.ts";

export const DEFAULT_LABEL = "Test account";

const LOST =
  "No answer came: the account may be connected, and in use. Pressing the button again connects no second one.";

/** The keys of one account to connect, and connecting it. */
export function useBrokerForm(onConnected: () => void) {
  const form = useForm<BrokerKeys>({
    resolver: zodResolver(BrokerKeys),
    mode: "onTouched",
    defaultValues: { apiKey: "", secretKey: "", accountLabel: DEFAULT_LABEL },
  });
  const [connected, setConnected] = useState<BrokerView>();
  // The same on every attempt whose outcome is unknown: one profile, however often it is sent.
  const [key, setKey] = useState(freshUuid);

  const connect = async (keys: BrokerKeys) => {
    try {
      const broker = await asOwnChange(async () => {
        const answered = await call(CALLS.connectBroker, keys, { idempotencyKey: key });
        if (answered.isSelected) heardAccount(answered.id);
        return answered;
      });
      setConnected(broker);
      tellConnected(broker);
      onConnected();
      void mutate(CALLS.listBrokers.path);
    } catch (thrown) {
      if (isRefusal(thrown)) setKey(freshUuid());
      if (isLost(thrown)) tellError("Outcome Unknown", LOST);
      else tellError("Connection Failed", wordsOf(thrown, "Failed to connect broker account."));
    }
  };
  return { form, connected, submit: form.handleSubmit(connect) };
}

/** What has come of the keys so far: not every broker lets anybody in by keys alone. */
function tellConnected({
  accountLabel,
  isSelected,
  needsAuthorisation,
  providerName,
}: BrokerView): void {
  const stays = isSelected ? "" : " The account in use stays.";
  if (needsAuthorisation)
    tellSuccess(
      "Keys Stored",
      `${accountLabel} is not connected yet: let Sevenfold in at ${providerName}.${stays}`,
    );
  else if (isSelected)
    tellSuccess("Broker Connected!", `${accountLabel} is the account in use now.`);
  else
    tellSuccess("Broker Kept", `${accountLabel} is tried again until its broker answers.${stays}`);
}
