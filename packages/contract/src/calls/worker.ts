import { pushed, rows } from "../call.ts";

export const WORKER_CALLS = rows("Worker", {
  readWorkerStatus: {
    method: "get",
    path: "/api/worker/status",
    access: "signed-in",
    tokens: "read",
    belongsTo: "account",
    fresh: pushed(5_000, ["account", "orders", "worker", "watchlist", "settings", "prices"]),
    problems: ["account-not-found"],
  },
  toggleWorker: {
    method: "post",
    path: "/api/worker/toggle",
    access: "signed-in",
    tokens: "manage",
    lowersRisk: { says: "switching it off", where: { enabled: false } },
    belongsTo: "account",
    problems: ["trading"],
  },
});
