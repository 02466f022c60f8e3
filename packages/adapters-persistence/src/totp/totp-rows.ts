import type { Totp } from "@sevenfold/application/ports/stores/totp-store";
import { EntitySchema } from "typeorm";
import { count, instantAt, json, OPTIONAL, ofUser, PRIMARY, text, uuid } from "../columns.ts";

export const totpSchema = new EntitySchema<Totp>({
  name: "totp",
  columns: {
    userId: uuid(PRIMARY),
    sealedSecret: text(),
    begunAt: instantAt(),
    confirmedAt: instantAt(OPTIONAL),
    lastStep: count(OPTIONAL),
    recoveryHashes: json(),
  },
  foreignKeys: [ofUser("totp")],
});
