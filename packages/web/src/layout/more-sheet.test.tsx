// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useEndpoint } from "../api/use-endpoint.ts";
import { BROKER, DEMO, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { MoreSheet } from "./more-sheet.tsx";

const invented = holdInventedHttp();
const Known = () => <p>Known: {useEndpoint(CALLS.readAccount).data?.label}</p>;

describe("what a phone keeps under More", () => {
  it("names the account in use, and leads to the others", async () => {
    invented.begin({ user: TRADER, brokers: [{ ...BROKER, accountLabel: "Savings" }] });
    let closed = 0;
    renderPage(<MoreSheet user={TRADER} links={[]} onClose={() => void closed++} />);
    fireEvent.click(await screen.findByText("Savings"));

    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toBe("/settings/brokers"),
    );
    expect(closed).toBe(1);
  });

  it("names none in a demo, which has one only", async () => {
    invented.begin({ user: DEMO });
    renderPage(
      <>
        <Known />
        <MoreSheet user={DEMO} links={[]} onClose={() => {}} />
      </>,
    );

    await screen.findByText("Known: Demo on the built-in exchange");
    expect(screen.queryByText("Account in use")).toBeNull();
  });
});
