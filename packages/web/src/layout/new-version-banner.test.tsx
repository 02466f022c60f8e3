// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "../api/call.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { NewVersionBanner } from "./new-version-banner.tsx";

const WORDS = "A new version is running. Reload.";

const invented = holdInventedHttp();
afterEach(() => {
  for (const script of document.querySelectorAll("script")) script.remove();
});

/** Pages of this build are open. */
function begunWith(build: string) {
  const script = document.createElement("script");
  script.type = "module";
  script.src = `/assets/${build}.js`;
  // Beside the page: there is nothing to run.
  document.head.append(script);
}

const serve = (build: string) =>
  invented.server.use(
    http.get("*/api/watchlist", () =>
      HttpResponse.json([], { headers: { "sevenfold-build": build } }),
    ),
  );

describe("a page of the version before", () => {
  it("says that a new one is running as soon as an answer tells, and not before", async () => {
    begunWith("index-old");
    renderPage(<NewVersionBanner />);
    serve("index-old");
    await call(CALLS.readWatchlist);
    expect(screen.queryByText(WORDS)).toBeNull();

    serve("index-new");
    await call(CALLS.readWatchlist);
    expect(await screen.findByText(WORDS)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();

    // The upgrade was taken back.
    serve("index-old");
    await call(CALLS.readWatchlist);
    await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull());
  });

  it("says nothing where the pages are no build", async () => {
    renderPage(<NewVersionBanner />);
    serve("index-new");
    await call(CALLS.readWatchlist);

    expect(screen.queryByText(WORDS)).toBeNull();
  });
});
