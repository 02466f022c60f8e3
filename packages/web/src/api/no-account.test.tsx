// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, screen } from "@testing-library/react";
import { useEffect } from "react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { followLive } from "../live.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SpokenStream } from "../testing/spoken-stream.ts";
import { useEndpoint } from "./use-endpoint.ts";

const invented = holdInventedHttp();
const OF_ACCOUNT = [CALLS.readAccount.path, CALLS.listTrades.path];

function Window() {
  useEffect(followLive, []);
  const { data: account } = useEndpoint(CALLS.readAccount);
  const { data: trades } = useEndpoint(CALLS.listTrades);
  useEndpoint(CALLS.listBrokers);
  return (
    <p>
      Worth {account?.equity ?? "–"}, traded {trades?.length ?? "–"}
    </p>
  );
}

/** The only account is removed in another window. */
async function removed() {
  renderPage(<Window />);
  await screen.findByText(/Worth \d.*, traded 5/);
  await act(() => invented.debounced());
  for (const path of OF_ACCOUNT)
    invented.refuse(path, 404, { code: "account-not-found", error: "No account" });
}

describe("the only account, once it is removed", () => {
  it("is shown no more, nor anything of it, as soon as an answer tells", async () => {
    await removed();
    await act(() => mutate(CALLS.readAccount.path));

    await act(() => invented.debounced());

    expect(screen.getByText("Worth –, traded –")).toBeTruthy();
  });

  it("is followed by the next one that is connected, with all that is shown", async () => {
    await removed();
    await act(() => mutate(CALLS.readAccount.path));
    await act(() => invented.debounced());
    for (const path of OF_ACCOUNT) invented.accept(path);
    await act(() => mutate(CALLS.readAccount.path));
    await act(() => invented.debounced());

    expect(screen.getByText(/Worth \d.*, traded 5/)).toBeTruthy();
  });

  it("is shown no more as soon as the stream tells that none is left", async () => {
    await removed();
    act(() => {
      SpokenStream.open.at(-1)!.connect();
      SpokenStream.open.at(-1)!.tell(CALLS.listBrokers.path, []);
    });
    await act(() => invented.debounced());

    expect(screen.getByText("Worth –, traded –")).toBeTruthy();
  });
});
