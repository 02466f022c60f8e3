// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { TopStrip } from "./top-strip.tsx";

const invented = holdInventedHttp();
const HOUR_MS = 3_600_000;
const CLOSES_EVERY_MS = 6 * HOUR_MS;

it("counts down to the market's close by the server's clock, wherever the browser's own stands", async () => {
  invented.begin({ now: () => Date.now() + CLOSES_EVERY_MS + HOUR_MS });
  renderPage(<TopStrip />);

  expect(await screen.findByText(/^closes in ([0-6]:)?\d\d?:\d\d$/)).toBeTruthy();
});

it("asks what follows once the market has closed", async () => {
  const now = Date.now();
  const nextClose = Math.ceil(now / CLOSES_EVERY_MS) * CLOSES_EVERY_MS;
  const ahead = nextClose - now - 4_000;
  invented.begin({ now: () => Date.now() + ahead });
  renderPage(<TopStrip />);
  await screen.findByText(/^closes in 0:0\d$/);

  await waitFor(() => expect(screen.getByText(/^closes in 5:59:\d\d$/)).toBeTruthy());
  expect(invented.heard("GET", "/api/market/hours")).toHaveLength(2);
});
