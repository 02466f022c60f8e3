import { z } from "zod";
import { NATS_ENVIRONMENT, type NatsSettings, natsSettingsOf } from "../compose/nats-settings.ts";
import { usageFailure } from "../failure.ts";

/** Where sweeps are shared out, as the environment says. Throws a usage `Failure` in words. */
export function sharingSettingsFrom(env: NodeJS.ProcessEnv): NatsSettings {
  const given = z
    .object(NATS_ENVIRONMENT)
    .safeParse(Object.fromEntries(Object.entries(env).filter(([, word]) => word !== "")));
  if (!given.success) {
    const [issue] = given.error.issues;
    throw usageFailure(`${issue?.path.join(".")} ${issue?.message}`);
  }
  const settings = natsSettingsOf(given.data, (words) => {
    throw usageFailure(words);
  });
  if (settings === undefined)
    throw usageFailure(
      "sweeps are shared out over NATS: set NATS_URL to its address, such as nats://127.0.0.1:4222",
    );
  return settings;
}
