// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { BROKER, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { BrokersPage } from "./brokers-page.tsx";

const invented = holdInventedHttp();
const OTHER = {
  ...BROKER,
  id: "1d1b0a4e-1111-4c77-8a26-0a3cf1d0c002",
  accountLabel: "Paper",
  isSelected: false,
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("says of a choice of account whose answer is lost that it may be made, and shows how it is", async () => {
  invented.begin({ user: TRADER, brokers: [BROKER, OTHER] });
  renderPage(<BrokersPage />, { at: "/settings/brokers" });
  await screen.findByRole("listitem", { name: "Paper" });
  press("Use this account, Paper");
  await screen.findByRole("alertdialog", { name: "Use Paper" });
  invented.loseAnswer(`/api/brokers/${OTHER.id}/select`);
  press("Use this account");

  await waitFor(() =>
    expect(screen.getByLabelText("Notices").textContent).toContain(
      "Outcome Unknown: No answer came: it may have been done.",
    ),
  );
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Use this account, Paper" })).toBeNull(),
  );
});
