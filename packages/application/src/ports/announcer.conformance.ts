import { describe, expect, it } from "vitest";
import type { Announcement, Announcer } from "./announcer.ts";

const ORDERS: Announcement = { accountId: "a", userId: "u", topic: "orders" };
const SIGN_INS: Announcement = { accountId: "", userId: "u", topic: "sign-ins" };

/** What every announcer does within its own process. */
export function describeAnnouncer(name: string, open: () => Promise<Announcer>): void {
  describe(`the announcer ${name}`, () => {
    it("tells every listener at once, in the order announced", async () => {
      const announcer = await open();
      const heard: Announcement[] = [];
      const heardToo: Announcement[] = [];
      announcer.listen((announcement) => heard.push(announcement));
      announcer.listen((announcement) => heardToo.push(announcement));

      announcer.announce(ORDERS);
      announcer.announce(SIGN_INS);
      announcer.announce(ORDERS);

      expect(heard).toEqual([ORDERS, SIGN_INS, ORDERS]);
      expect(heardToo).toEqual(heard);
    });

    it("tells nothing to who stopped listening, and nothing from before to who came", async () => {
      const announcer = await open();
      const heard: Announcement[] = [];
      announcer.announce(ORDERS);

      const deafen = announcer.listen((announcement) => heard.push(announcement));
      announcer.announce(SIGN_INS);
      deafen();
      announcer.announce(ORDERS);

      expect(heard).toEqual([SIGN_INS]);
    });
  });
}
