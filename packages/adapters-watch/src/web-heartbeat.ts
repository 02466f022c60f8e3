import type { Heartbeat } from "@sevenfold/application/ports/notifier";

import { ask } from "./ask.ts";

const ANSWER_BYTES_MAX = 65_536;

/** Asks for an address whose owner notices when it is not asked for any more. */
export const webHeartbeat = (url: string): Heartbeat => ({
  async beat() {
    const { status } = await ask(url, {
      bytesMax: ANSWER_BYTES_MAX,
      headers: { "user-agent": "sevenfold-watch" },
    });
    if (status < 200 || 300 <= status) throw new Error(`it answered with ${status}`);
  },
});
