import { instant } from "@sevenfold/domain/market";
import { afterEach, describe, expect, it } from "vitest";
import { httpSight } from "./http-sight.ts";
import { type HttpStand, openHttpStand } from "./testing/http-stand.ts";
import { workerStatus, workingOrder } from "./testing/served-views.ts";

const PINGED = "2026-03-11T14:59:20.000Z";
const READY = { ok: true, storage: true, prices: true, worker: { last_ping: PINGED } };
const TOKEN = "sf_of_a_reader";

let stand: HttpStand;
afterEach(() => stand.close());

/** A server that says this at `/readyz`, and these views to whoever bears the token. */
async function serving(
  ready: unknown,
  views: Readonly<Record<string, unknown>> = {},
  status = 200,
) {
  stand = await openHttpStand(({ headers, path }, answer) => {
    if (path === "/readyz") return answer.writeHead(status).end(JSON.stringify(ready));
    if (headers.authorization !== `Bearer ${TOKEN}`) return answer.writeHead(401).end("{}");
    const view = views[path.split("?")[0]!];
    return answer.writeHead(view === undefined ? 404 : 200).end(JSON.stringify(view ?? {}));
  });
  return stand.url;
}

describe("a look at a server without a token", () => {
  it("sees when a worker last pinged, and sends no secret", async () => {
    const sight = httpSight({ url: await serving(READY) });

    expect(await sight.look()).toEqual({
      workerPing: instant(Date.parse(PINGED)),
      notReady: [],
      hasPrices: true,
      disconnected: [],
      stopped: [],
    });
    expect(await sight.atStake()).toBeUndefined();
    expect(stand.asked.map(({ path }) => path)).toEqual(["/readyz"]);
    expect(stand.asked[0]!.headers).not.toHaveProperty("authorization");
  });

  it("sees that none ever did, and that it cannot be known", async () => {
    const never = { ...READY, worker: { last_ping: null } };
    expect(await httpSight({ url: await serving(never) }).look()).toMatchObject({
      workerPing: "never",
    });
    await stand.close();

    const down = { ok: false, storage: false, prices: false, exchange: "not writable" };
    expect(await httpSight({ url: await serving(down, {}, 503) }).look()).toEqual({
      workerPing: "unknown",
      notReady: [
        "Its database does not answer, or cannot be written.",
        "The built-in exchange is not writable.",
      ],
      hasPrices: false,
      disconnected: [],
      stopped: [],
    });
  });

  it.each([
    ["a page of somebody else", "<html>", 200],
    ["an answer of a gateway", READY, 502],
    ["nothing that it knows", { ok: true }, 200],
  ])("takes %s for nothing seen", async (_, ready, status) => {
    const url = await serving(ready, {}, status as number);

    await expect(httpSight({ url }).look()).rejects.toThrow("is not Sevenfold");
  });

  it("rejects where nobody answers, and names the server", async () => {
    const url = await serving(READY);
    await stand.close();

    await expect(httpSight({ url }).look()).rejects.toThrow(
      `the server at ${new URL(url).host}: it does not answer (ECONNREFUSED)`,
    );
  });
});

describe("a look at a server with a token", () => {
  it("sees an automated account whose broker is away, what it holds and what is on sale", async () => {
    const views = {
      "/api/worker/status": workerStatus({
        enabled: true,
        isConnected: false,
        held: [
          ["AAPL", 10],
          ["MSFT", 5],
        ],
      }),
      "/api/orders": [workingOrder("MSFT", 5), workingOrder("AAPL", 9)],
    };
    const sight = httpSight({ url: await serving(READY, views), token: TOKEN });

    const account = {
      id: "selected",
      label: "the account in use",
      isAutomated: true,
      positions: 2,
      positionsOnSale: 1,
    };
    expect((await sight.look()).disconnected).toEqual([account]);
    expect(await sight.atStake()).toEqual({ accounts: [account], unnamed: 0 });
  });

  it.each(["error", "needs-authorisation", "pending"] as const)(
    "sees one that its broker does not let in: %s",
    async (state) => {
      const words = { state, label: "Look at it", message: null };
      const status = workerStatus({ enabled: true, isConnected: true, held: [["AAPL", 10]] });
      const views = {
        "/api/worker/status": { ...status, account_state: { ...words, reasons: [words] } },
        "/api/orders": [],
      };

      expect(
        (await httpSight({ url: await serving(READY, views), token: TOKEN }).look()).disconnected,
      ).toMatchObject([{ id: "selected", positions: 1, positionsOnSale: 0 }]);
    },
  );

  it("sees one that a safeguard has stopped, and takes none that only buys no more for it", async () => {
    const status = workerStatus({ enabled: false, isConnected: true, held: [["AAPL", 10]] });
    const ends = { manualUntil: null, agentEnds: "switched-on", agentUntil: null, since: PINGED };
    const looked = async (reason: string) => {
      const reductions = [{ ...ends, reason, message: "Something happened." }];
      const views = { "/api/worker/status": { ...status, reductions }, "/api/orders": [] };
      const sight = httpSight({ url: await serving(READY, views), token: TOKEN });
      const { disconnected, stopped } = await sight.look();
      await stand.close();
      return { disconnected, stopped };
    };

    expect(await looked("books-contradicted")).toMatchObject({
      disconnected: [],
      stopped: [{ account: { id: "selected", positions: 1 }, because: ["Something happened."] }],
    });
    expect(await looked("too-many-rejections")).toEqual({ disconnected: [], stopped: [] });
  });

  it("sees nothing to tell of one whose automation is off", async () => {
    const views = {
      "/api/worker/status": workerStatus({ enabled: false, isConnected: false, held: [] }),
    };

    expect(
      (await httpSight({ url: await serving(READY, views), token: TOKEN }).look()).disconnected,
    ).toEqual([]);
  });

  it("shows the token to no question that everybody may ask", async () => {
    const views = {
      "/api/worker/status": workerStatus({ enabled: false, isConnected: true, held: [] }),
    };
    await httpSight({ url: await serving(READY, views), token: TOKEN }).look();

    expect(stand.asked.map(({ headers, path }) => [path, headers.authorization])).toEqual([
      ["/readyz", undefined],
      ["/api/worker/status", `Bearer ${TOKEN}`],
    ]);
  });

  it("rejects where the token is refused: it would see less than it was asked to", async () => {
    const url = await serving(READY);

    await expect(httpSight({ url, token: "of nobody" }).look()).rejects.toThrow(
      "the server refuses WATCH_TOKEN",
    );
  });
});
