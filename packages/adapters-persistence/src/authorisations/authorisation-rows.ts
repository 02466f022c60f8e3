import type { PendingAuthorisation } from "@sevenfold/application/ports/stores/authorisation-store";
import { EntitySchema } from "typeorm";
import { belongsTo, instantAt, ofUser, text, uuid } from "../columns.ts";

/** Authorisations under way: gone within minutes. */
export const authorisationSchema = new EntitySchema<PendingAuthorisation>({
  name: "broker_authorisations",
  columns: {
    accountId: uuid({ name: "profile_id", primary: true }),
    userId: uuid(),
    sidHash: text(),
    requestToken: text(),
    sealedRequestSecret: text(),
    expiresAt: instantAt(),
  },
  foreignKeys: [
    ofUser("broker_authorisations"),
    belongsTo("broker_authorisations", "user_broker_profiles", "accountId", "profile_id"),
  ],
});
