// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { ConfigurationPage } from "./configuration-page.tsx";

// There is no canvas to draw on here; the journeys look at the real one.
vi.mock("./preview-chart.tsx", () => ({ PreviewChart: () => null }));

const invented = holdInventedHttp();
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("is what has the focus where several are wrong, whichever came to the page last", async () => {
  invented.refuse("/api/trading-config/preview", 503, { code: "busy", error: "Too busy" });
  renderPage(<ConfigurationPage />, { at: "/settings" });
  await screen.findByLabelText("Buy drop %");
  fireEvent.click(screen.getByRole("button", { name: "Run the last year" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  fireEvent.click(screen.getByRole("radio", { name: /Hybrid/ }));
  await screen.findByLabelText("Stop loss %");
  type("Shares to buy", "0");
  type("Stop loss %", "nothing");
  fireEvent.click(retry);

  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Stop loss %")));
});
