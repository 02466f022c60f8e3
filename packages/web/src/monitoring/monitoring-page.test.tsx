// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { noteServerTime } from "../live/server-clock.ts";
import { workerStatusOf } from "../testing/invented-worker.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { FailoverCard } from "./failover-card.tsx";
import { HealthCard } from "./health-card.tsx";
import { MonitoringPage } from "./monitoring-page.tsx";

const invented = holdInventedHttp();
/** As a proxy before a server that is down has it. */
const BAD_GATEWAY = http.get(
  "*/readyz",
  () => new HttpResponse("<h1>Bad Gateway</h1>", { status: 502 }),
  { once: true },
);

const open = (changes = {}) => {
  invented.begin(changes);
  renderPage(<MonitoringPage />, { at: "/monitoring" });
};
const region = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the monitoring page", () => {
  it.each([
    ["Portfolio Status", "$73,841.27", "/api/portfolio/summary"],
    ["Market Hours", "5h 12m", "/api/market/hours"],
  ])(
    "says in %s how old its figures are where they could not be read anew",
    async (card, figure, path) => {
      open();
      const shown = await region(card);
      await shown.findByText(figure);
      expect(shown.queryByText(/^As of/)).toBeNull();
      invented.refuse(path, 503, { code: "away", error: "Not now" });
      await act(() => mutate(path));

      expect(await shown.findByText(/^As of .* ET/)).toBeTruthy();
      expect(shown.getByText(figure)).toBeTruthy();
    },
  );

  it("shows the four parts healthy, the portfolio and the market's hours", async () => {
    open();
    const health = await region("Overall System Health");
    await health.findAllByText("Healthy");
    expect(await health.findByText("Trading System")).toBeTruthy();
    for (const part of ["Market Data", "Database", "API Server"])
      expect(health.getByText(part)).toBeTruthy();

    const portfolio = await region("Portfolio Status");
    expect(await portfolio.findByText("$73,841.27")).toBeTruthy();
    const hours = await region("Market Hours");
    expect(await hours.findByText("5h 12m")).toBeTruthy();
    expect(hours.getByText("Open")).toBeTruthy();
  });

  it("shows the only provider, and the cache that stands behind it", async () => {
    open();

    await screen.findByText("Primary: Built-in exchange");
    const failover = await region("Market Data Failover");
    expect(failover.getAllByText("Not set up")).toHaveLength(2);
    expect(failover.getByText(/Built-in exchange is the only provider/)).toBeTruthy();
    const cache = await region("Emergency Cache");
    expect(cache.getByText("85")).toBeTruthy();
    expect(cache.getByText("5 minutes")).toBeTruthy();
    expect(cache.getByText("Not in use")).toBeTruthy();
  });

  it("says where to look when the worker is offline or the database does not answer", async () => {
    open({ online: false, isStored: false });

    const health = await region("Overall System Health");
    expect(await health.findByText("Disconnected • Check worker process")).toBeTruthy();
    expect(await health.findByText("Nothing can be stored or read")).toBeTruthy();
    expect(health.getByText("Needs a look")).toBeTruthy();
  });

  it("says what failed while the rest still shows, and tries again", async () => {
    invented.refuse("/api/worker/status", 503, { code: "away", error: "Not now" });
    renderPage(<MonitoringPage />, { at: "/monitoring" });
    const failover = await region("Market Data Failover");
    expect(await failover.findByText("Failed to load data")).toBeTruthy();
    expect(await (await region("Portfolio Status")).findByText("$73,841.27")).toBeTruthy();
    invented.accept("/api/worker/status");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));

    expect(await screen.findByText("Primary: Built-in exchange")).toBeTruthy();
  });

  it("keeps the last figures, with their age, when a refresh fails", async () => {
    open();
    await screen.findByText("Primary: Built-in exchange");
    invented.refuse("/api/worker/status", 503, { code: "away", error: "Not now" });
    await mutate("/api/worker/status");

    expect(await screen.findByText(/^As of /)).toBeTruthy();
    expect(screen.getByText("Primary: Built-in exchange")).toBeTruthy();
  });
});

describe("the system's health", () => {
  it.each([
    [true, "Inactive • No data feed", "Inactive"],
    [false, "The market is closed", "Quiet"],
  ])("without prices, the market being open: %s, says: %s", async (isOpen, words, word) => {
    const status = workerStatusOf(invented.begin());
    const state = isOpen ? ("cached" as const) : ("quiet" as const);
    const market_data = { ...status.market_data, state };
    renderPage(<HealthCard status={{ ...status, market_data }} />);

    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText(word)).toBeTruthy();
  });

  it.each([
    ["ahead of it", -1, 10, "Healthy"],
    ["behind it", 1, 40, "Late"],
  ])("dates a ping by the server's clock, not the browser's %s", async (_, hours, ageS, word) => {
    const world = invented.begin({ now: () => Date.now() + hours * 3_600_000 });
    noteServerTime(world.now());
    const status = workerStatusOf(world);
    const last_ping = new Date(world.now() - ageS * 1_000).toISOString();
    renderPage(
      <HealthCard status={{ ...status, worker_health: { ...status.worker_health, last_ping } }} />,
    );

    const row = (await screen.findByText("Trading System")).closest("li")!;
    expect(row.textContent).toMatch(new RegExp(`Last ping \\d+s ago.*${word}|${word}.*Last ping`));
  });

  it.each([
    ["nobody", () => invented.goAway()],
    ["only what stands between", () => invented.server.use(BAD_GATEWAY)],
  ])("needs a look where %s answers", async (_who, begin) => {
    const status = workerStatusOf(invented.begin());
    begin();
    renderPage(<HealthCard status={status} />);

    expect(await screen.findByText("Not answering")).toBeTruthy();
    expect(screen.getByText("Needs a look")).toBeTruthy();
    expect(screen.getByText("Market Data").closest("li")!.textContent).toContain("Unknown");
  });
});

describe("what is to be known beside the providers' health", () => {
  it("is said: symbols asked for now and then or not at all, disputes, and a wait for the next switch", () => {
    const status = workerStatusOf(invented.begin());
    const { worker_health } = status;
    const unserved = Array.from({ length: 14 }, (_, index) => `S${index}`);
    const served_less = {
      message: "The plan streams 30 symbols.",
      polled: ["AAPL"],
      unserved,
      polled_every_sec: 10,
    };
    const halt = { because: "T1: News Pending", since: "2026-11-20T15:00:00.000Z" };
    const halts = [
      { ...halt, symbol: "TSLA", resumed: null },
      { ...halt, symbol: "ORCL", resumed: "2026-11-20T15:10:00.000Z" },
    ];
    const market_data_failover = {
      ...worker_health.market_data_failover,
      no_switch_until: "2026-11-20T16:30:00.000Z",
    };
    renderPage(
      <FailoverCard
        status={{
          ...status,
          market_data: {
            ...status.market_data,
            ...{ served_less, disputed: ["MSFT", "NVDA"], halts },
            halts_unheard: "Yahoo tells no trading halts.",
          },
          worker_health: { ...worker_health, market_data_failover },
        }}
      />,
    );

    const words = document.body.textContent;
    expect(words).toContain("The plan streams 30 symbols. Asked for every 10 s: AAPL.");
    expect(words).toContain("Not followed: S0, S1,");
    expect(words).toContain("S11 and 2 more.");
    expect(words).toContain("Two providers disagree about MSFT, NVDA: nothing is bought there.");
    expect(words).toMatch(/Halted by their exchange: TSLA since .*10:00.* ET \(T1: News Pending\)/);
    expect(words).toMatch(/ORCL until .*10:10.* ET \(T1: News Pending\), its quote is awaited\./);
    expect(words).toContain("Yahoo tells no trading halts. A symbol that prints nothing");
    expect(words).toMatch(/no further switch before .*11:30.* ET/);
  });

  it("is nothing where all is served and all agree", () => {
    renderPage(<FailoverCard status={workerStatusOf(invented.begin())} />);

    expect(document.body.textContent).not.toMatch(/Not followed|disagree|further switch/);
  });
});

describe("a provider", () => {
  it.each([
    [{ healthy: true, consecutive_failures: 0, state: "healthy" }, "Healthy"],
    [{ healthy: false, consecutive_failures: 2, state: "warning" }, "Warning"],
    [{ healthy: false, consecutive_failures: 3, state: "critical" }, "Critical"],
    [{ healthy: false, consecutive_failures: 0, state: "standby" }, "Standby"],
  ] as const)("as %j is %s", (health, word) => {
    const status = workerStatusOf(invented.begin());
    const about = { ...health, last_error: "No answer", in_use: false, label: null };
    const first = { ...about, role: "primary" } as const;
    const second = { ...about, role: "secondary" } as const;
    const third = { ...about, role: "backup" } as const;
    renderPage(
      <FailoverCard
        status={{
          ...status,
          worker_health: {
            ...status.worker_health,
            market_data_failover: {
              overall_healthy: false,
              cache_size: 0,
              no_switch_until: null,
              api_health: { first, second, third },
            },
          },
        }}
      />,
    );

    expect(screen.getAllByText(word)).toHaveLength(3);
    expect(screen.getByText("Backup: third")).toBeTruthy();
    expect(screen.getAllByText(/last error: No answer/)).toHaveLength(3);
    expect(screen.queryByText(/only provider/)).toBeNull();
  });
});
