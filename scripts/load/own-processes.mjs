import { randomBytes } from "node:crypto";
import { NO_LIMITS, ownServer } from "./own-server.mjs";

/**
 * The product as a firm runs it on one machine: the exchange, a worker and so many APIs, each a process
 * of its own on one database. They end with their `stop`.
 */
export async function ownProcesses({ databaseUrl, apis }) {
  const started = [];
  const start = async (command, env) => {
    const server = await ownServer({ databaseUrl, env, command });
    started.unshift(server);
    return server;
  };
  const exchange = await start(["exchange", "--port", "0", "--requests-per-minute", "100000"], {});
  const shared = {
    EXCHANGE_URL: exchange.url,
    CREDENTIALS_KEY: randomBytes(32).toString("base64"),
    ...NO_LIMITS,
  };
  await start(["worker"], { ...shared, HEALTH_PORT: "0" });
  const urls = [];
  for (let index = 0; index < apis; index += 1) urls.push((await start(["api"], shared)).url);
  return {
    urls,
    async stop() {
      for (const server of started) await server.stop();
    },
  };
}
