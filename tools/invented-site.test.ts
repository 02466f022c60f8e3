import { afterAll, beforeAll, expect, it } from "vitest";
import { openInventedSite } from "../scripts/web/invented-site.mjs";

let site: Awaited<ReturnType<typeof openInventedSite>>;
beforeAll(async () => {
  site = await openInventedSite({ updatesPerSecond: 20, viewsEveryMs: 100 });
});
afterAll(() => site.close());

it("answers the calls of the pages that are timed", async () => {
  const answer = await fetch(`${site.url}/api/watchlist`);

  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveLength(site.symbols);
});

it("pushes every symbol's price, and the views behind them", async () => {
  const leaving = new AbortController();
  const stream = await fetch(`${site.url}/api/live`, { signal: leaving.signal });
  const told = new Map<string, { prices?: object; view?: unknown }>();
  let text = "";
  for await (const bytes of stream.body!) {
    text += Buffer.from(bytes).toString();
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events.map((each) => JSON.parse(each.replace("data: ", ""))))
      told.set(event.path ?? event.type, event);
    if (told.has("prices") && told.has("/api/worker/status")) break;
  }
  leaving.abort();

  expect(Object.keys(told.get("prices")?.prices ?? {})).toHaveLength(site.symbols);
  expect(told.get("/api/account")?.view).toMatchObject({ mode: expect.any(String) });
});
