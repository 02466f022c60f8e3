import { describe, expect, it } from "vitest";
import { aesSecretVault } from "./aes-secret-vault.ts";
import { jsonLog } from "./json-log.ts";
import { notingVault, secretWords } from "./secret-words.ts";

function lines() {
  const written: string[] = [];
  const words = secretWords();
  const destination = { write: (line: string) => void written.push(line) };
  const log = jsonLog("info", { words, destination });
  return { log, words, written };
}

describe("the log", () => {
  it("knows what a vault has sealed", async () => {
    const { log, words, written } = lines();
    await notingVault(aesSecretVault(new Uint8Array(32)), words).seal("a-new-broker-key", "c");
    log.warn("broker-not-connected", { error: "401 for a-new-broker-key" });

    expect(written.join("")).toContain("401 for …");
  });

  it("tells everything else as it is", () => {
    const { log, written } = lines();
    log.info("fill-booked", { accountId: "a-1", execution: { price: 101_5000, ticker: "AAPL" } });
    log.error("request-failed", { requestId: "r-1", error: new TypeError("x is not a function") });

    const [info, error] = written.map((line) => JSON.parse(line));
    expect(info).toMatchObject({
      msg: "fill-booked",
      accountId: "a-1",
      execution: { price: 1015000, ticker: "AAPL" },
    });
    expect(error).toMatchObject({
      requestId: "r-1",
      error: { name: "TypeError", message: "x is not a function" },
    });
    expect(error.error.stack).toContain("json-log.test");
  });
});
