import { z } from "zod";
import { textEndpoint } from "./endpoint.ts";
import { ActivityFileInput, HistoryFileInput, JournalFileInput } from "./history.ts";
import { LiveEvent } from "./live.ts";

export const downloadTrades = textEndpoint("downloadTrades", { input: HistoryFileInput });

export const downloadOrders = textEndpoint("downloadOrders", { input: HistoryFileInput });

export const downloadActivities = textEndpoint("downloadActivities", {
  input: ActivityFileInput,
});

export const downloadDecisions = textEndpoint("downloadDecisions", { input: JournalFileInput });

export const followLive = textEndpoint("followLive", {
  input: z.strictObject({}),
  event: LiveEvent,
});
