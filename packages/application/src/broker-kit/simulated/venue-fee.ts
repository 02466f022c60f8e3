import { money } from "@sevenfold/domain/money";

/** Taken from every sell: a cent. */
export const FEE = money(100);
