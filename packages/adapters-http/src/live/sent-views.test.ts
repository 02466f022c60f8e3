import { describe, expect, it } from "vitest";

import { openSentViews } from "./sent-views.ts";

const view = (price: number) => ({ ticker: "AAPL", price });
const CHANGE = /"type":"change"/;

describe("the views that were sent", () => {
  it("are sent whole once, and then by what changed in them", () => {
    const sent = openSentViews(1_000)();
    const first = sent.next("/api/a", view(1));
    expect(first).toMatchObject({ revision: 1, change: undefined });
    expect(JSON.parse(first.whole().slice("data: ".length))).toMatchObject({ view: view(1) });

    const next = sent.next("/api/a", view(2));
    expect(next.revision).toBe(2);
    expect(JSON.parse(next.change!.slice("data: ".length))).toEqual({
      type: "change",
      path: "/api/a",
      revision: 2,
      change: { put: { price: 2 } },
    });
    expect(sent.next("/api/a", view(2))).toMatchObject({ revision: 2, change: undefined });
  });

  it("of all users together take no more than the room there is, and those that fit keep theirs", () => {
    const open = openSentViews(150);
    const [early, late] = [open(), open()];
    early.next("/api/a", view(1));
    late.next("/api/a", view(1));
    late.next("/api/b", view(1));

    expect(early.next("/api/a", view(2)).change).toMatch(CHANGE);
    expect(late.next("/api/b", view(2)).change).toBeUndefined();
  });

  it("leave their room to others once nobody listens any more", () => {
    const open = openSentViews(100);
    const [early, late] = [open(), open()];
    early.next("/api/a", view(1));
    late.next("/api/a", view(1));
    expect(late.next("/api/a", view(2)).change).toBeUndefined();

    early.forget();
    late.next("/api/a", view(3));
    expect(late.next("/api/a", view(4)).change).toMatch(CHANGE);
  });
});
