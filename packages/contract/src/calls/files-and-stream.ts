import { rows } from "../call.ts";

/** Whole histories as files. */
export const FILE_CALLS = rows("Orders", {
  downloadTrades: {
    method: "get",
    path: "/api/trades.csv",
    access: "signed-in",
    tokens: "read",
    belongsTo: "account",
    answers: "text/csv",
    says: "All trades as a file for spreadsheets, newest first, times in UTC.",
    problems: ["account-not-found"],
  },
  downloadOrders: {
    method: "get",
    path: "/api/orders.csv",
    access: "signed-in",
    tokens: "read",
    belongsTo: "account",
    answers: "text/csv",
    says: "All orders as a file for spreadsheets, newest first, times in UTC.",
    problems: ["account-not-found"],
  },
  downloadActivities: {
    method: "get",
    path: "/api/activities.csv",
    access: "signed-in",
    tokens: "read",
    belongsTo: "account",
    answers: "text/csv",
    says: "What moved money or shares without a trade as a file for spreadsheets, newest first, times in UTC.",
    problems: ["account-not-found"],
  },
  downloadDecisions: {
    method: "get",
    path: "/api/decisions.csv",
    access: "signed-in",
    tokens: "read",
    belongsTo: "account",
    answers: "text/csv",
    says: "The whole decision journal as a file for spreadsheets, newest first, times in UTC.",
    problems: ["account-not-found"],
  },
});

export const LIVE_CALLS = rows("Live", {
  /** It lives as long as a sign-in does: a program with a token asks for views instead. */
  followLive: {
    method: "get",
    path: "/api/live",
    access: "signed-in",
    tokens: "refused",
    belongsTo: "user",
    answers: "text/event-stream",
    says: "Server-sent events for as long as the browser listens: each event's data is a LiveEvent.",
    problems: ["too-many-streams"],
  },
});
