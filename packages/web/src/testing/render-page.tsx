import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, parsePath, Route, Routes, useLocation } from "react-router-dom";
import { mutate, SWRConfig } from "swr";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { forgetAccountInUse } from "../api/account-in-use.ts";
import { FetchSettings } from "../api/fetch-settings.tsx";
import { nothingPushed } from "../live/connection.ts";
import { forgetCopies } from "../live/copies.ts";
import { noteAnswer, noteStream } from "../live/line.ts";
import { forgetPrices } from "../live/price-store.ts";
import { forgetServerTime } from "../live/server-clock.ts";
import { noteFeed } from "../live/standing.ts";
import { NoticeDetails } from "../ui/notice-details.tsx";
import { forgetNotices, useNotices } from "../ui/notices.ts";
import { mendEverything } from "./faults.ts";
import { inventedHttp } from "./invented-http.ts";
import "./patience.ts";
import { SpokenStream } from "./spoken-stream.ts";

/** Starts and ends a server made from the contract around the tests of a file. */
export function holdInventedHttp() {
  const invented = inventedHttp();
  beforeAll(() => {
    Object.assign(globalThis, { EventSource: SpokenStream });
    invented.server.listen({ onUnhandledRequest: "error" });
  });
  beforeEach(async () => {
    invented.begin();
    await mutate(() => true, undefined, { revalidate: false });
    nothingPushed();
    forgetCopies();
    forgetPrices();
    forgetServerTime();
    // A page stands by itself here, as though the stream beside it were well.
    noteStream("live");
    noteAnswer(true);
    noteFeed(true);
    forgetAccountInUse();
    forgetNotices();
  });
  afterEach(async () => {
    cleanup();
    mendEverything();
    invented.letAllGo();
    await invented.debounced();
  });
  afterAll(() => invented.server.close());
  return invented;
}

interface Arrival {
  readonly at?: string;
  /** What the page before said to this one. */
  readonly state?: unknown;
}

/**
 * A page at an address, with what it says in toasts and where it leads written below it. Calls are
 * not shared with those of a moment ago, which may have been another test's.
 */
export function renderPage(page: ReactElement, { at = "/dashboard", state }: Arrival = {}) {
  return render(
    <FetchSettings>
      <SWRConfig value={{ dedupingInterval: 0 }}>
        <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
          <Routes>
            <Route path={at.split("?")[0]!} element={page} />
            <Route path="*" element={<p>Another page</p>} />
          </Routes>
          <Said />
          <Place />
        </MemoryRouter>
      </SWRConfig>
    </FetchSettings>,
  );
}

function Said() {
  const notices = useNotices();
  return (
    <ol aria-label="Notices">
      {notices.map(({ id, title, action, ...said }) => (
        <li key={id}>
          {title}: <NoticeDetails {...said} /> {action && `[${action.label} ${action.to}]`}
        </li>
      ))}
    </ol>
  );
}

function Place() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}
