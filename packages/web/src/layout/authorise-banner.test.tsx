// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { mutate } from "swr";
import { expect, it } from "vitest";
import { secondWindow } from "../testing/faults.ts";
import { BROKER, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { AuthoriseBanner } from "./authorise-banner.tsx";

const invented = holdInventedHttp();

const waiting = (label: string, change: Partial<typeof BROKER>) => ({
  ...BROKER,
  provider: "etrade",
  providerName: "E*TRADE",
  accountLabel: label,
  status: "error" as const,
  message: `${label} waits for you.`,
  needsAuthorisation: true,
  ...change,
});

it("authorises the account that it was asked for, also where another is put in use meanwhile", async () => {
  const other = "1d1b0a4e-1111-4c77-8a26-0a3cf1d0c002";
  const brokers = [waiting("Savings", {}), waiting("Swing", { id: other, isSelected: false })];
  invented.begin({ user: TRADER, brokers });
  renderPage(<AuthoriseBanner />);
  fireEvent.click(await screen.findByRole("button", { name: /^Authorise/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Authorise at E*TRADE" }));
  const code = await screen.findByLabelText("Code from E*TRADE");

  await secondWindow(invented).uses(other);
  await mutate(CALLS.listBrokers.path);
  await screen.findByText("Swing waits for you.");
  fireEvent.change(code, { target: { value: "CODE42" } });
  fireEvent.click(screen.getByRole("button", { name: "Let Sevenfold in" }));

  const path = CALLS.verifyBroker.path.replace(":id", BROKER.id);
  await waitFor(() => expect(invented.heard("POST", path)).toHaveLength(1));
});
