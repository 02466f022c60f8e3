import { z } from "zod";
import { textLine } from "./endpoint.ts";
import { HistoryFileInput, JournalFileInput } from "./history.ts";
import { LIVE_PATH, LiveEvent } from "./live.ts";

const NoInput = z.strictObject({});

export const downloadTrades = textLine({
  method: "get",
  path: "/api/trades.csv",
  input: HistoryFileInput,
  access: "signed-in",
  tokens: "read",
  answers: "text/csv",
  says: "All trades as a file for spreadsheets, newest first, times in UTC.",
});

export const downloadOrders = textLine({
  method: "get",
  path: "/api/orders.csv",
  input: HistoryFileInput,
  access: "signed-in",
  tokens: "read",
  answers: "text/csv",
  says: "All orders as a file for spreadsheets, newest first, times in UTC.",
});

export const downloadDecisions = textLine({
  method: "get",
  path: "/api/decisions.csv",
  input: JournalFileInput,
  access: "signed-in",
  tokens: "read",
  answers: "text/csv",
  says: "The whole decision journal as a file for spreadsheets, newest first, times in UTC.",
});

/** It lives as long as a sign-in does: a program with a token asks for views instead. */
export const followLive = textLine({
  method: "get",
  path: LIVE_PATH,
  input: NoInput,
  access: "signed-in",
  tokens: "refused",
  answers: "text/event-stream",
  says: "Server-sent events for as long as the browser listens: each event's data is a LiveEvent.",
  event: LiveEvent,
});
