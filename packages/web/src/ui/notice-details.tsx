import { useValuesHidden } from "./appearance.ts";
import type { Notice } from "./notices.ts";

/** What was said, at this moment: no amount of the account while values are hidden. */
export const NoticeDetails = ({ details, covered }: Pick<Notice, "covered" | "details">) =>
  useValuesHidden() ? (covered ?? details) : details;
