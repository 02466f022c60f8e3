// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { GoalCard } from "./goal-card.tsx";
import { SymbolsCard } from "./symbols-card.tsx";

const invented = holdInventedHttp();
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const saidLost = (words: string) =>
  waitFor(() =>
    expect(screen.getByLabelText("Notices").textContent).toContain(
      `Outcome Unknown: No answer came: ${words}`,
    ),
  );

it("says that the choice of stocks may have been saved, and shows it as it is", async () => {
  invented.begin({ watched: ["AAPL", "MSFT", "TSLA"] });
  renderPage(<SymbolsCard />, { at: "/settings" });
  await screen.findByText("All 3 you watch.");
  press("Choose Stocks");
  fireEvent.click(await screen.findByLabelText("MSFT"));
  invented.loseAnswer("/api/automated-symbols");
  press("Save Choice");

  await saidLost("the choice may have been saved.");
  expect(await screen.findByText("2 of the 3 you watch.")).toBeTruthy();
});

it("says that the goal may have been saved", async () => {
  await goalTyped();
  invented.loseAnswer("/api/portfolio");
  press("Save Goal");

  await saidLost("the goal may have been saved.");
});

it("says that the goal was not saved where another one was, and nobody answers which", async () => {
  const save = await goalTyped();
  invented.refuse("PATCH /api/portfolio", 409, { code: "changed-meanwhile", error: "Changed" });
  invented.refuse("GET /api/portfolio", 503, { code: "away", error: "Not now" });
  press("Save Goal");

  await waitFor(() =>
    expect(screen.getByLabelText("Notices").textContent).toContain("Save Failed: Not now"),
  );
  await waitFor(() => expect(save.disabled).toBe(false));
});

/** A new goal that can be saved. Answers the button. */
async function goalTyped(): Promise<HTMLButtonElement> {
  invented.begin();
  renderPage(<GoalCard unsaved={() => undefined} />, { at: "/settings" });
  fireEvent.change(await screen.findByLabelText("Goal amount ($)"), {
    target: { value: "250000" },
  });
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save Goal" });
  await waitFor(() => expect(save.disabled).toBe(false));
  return save;
}
