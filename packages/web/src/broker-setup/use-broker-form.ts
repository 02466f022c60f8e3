import { zodResolver } from "@hookform/resolvers/zod";
import { BrokerKeys, type BrokerView } from "@sevenfold/contract/brokers";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { connectBroker } from "../api/lines.ts";
import { isRefusal, wordsOf } from "../api/problem-error.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";
import { freshUuid } from "../ui/uuid.ts";

export const DEFAULT_LABEL = "Test account";

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
      const broker = await call(connectBroker, keys, { idempotencyKey: key });
      setConnected(broker);
      if (broker.isSelected)
        tellSuccess("Broker Connected!", `${broker.accountLabel} is the account in use now.`);
      else
        tellSuccess(
          "Broker Kept",
          `${broker.accountLabel} is tried again until its broker answers. The account in use stays.`,
        );
      onConnected();
      // Another account is shown from now on: every figure is another.
      void mutate(() => true);
    } catch (thrown) {
      if (isRefusal(thrown)) setKey(freshUuid());
      tellError("Connection Failed", wordsOf(thrown, "Failed to connect broker account."));
    }
  };
  return { form, connected, submit: form.handleSubmit(connect) };
}
