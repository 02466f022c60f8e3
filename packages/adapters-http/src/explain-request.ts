import type { AnotherAccount } from "@sevenfold/application/trading/account/selected-account";
import type { Conflict } from "@sevenfold/contract/problem";

import { listed, type RequestRefusal, type WordsFor } from "./refusals.ts";

const conflictText = ({ field, stored, yours }: Conflict): string =>
  `${field} is ${stored} now and you sent ${yours}`;

/** What is said of a request itself, whatever it asks for. */
export const REQUEST_WORDS: WordsFor<(RequestRefusal | AnotherAccount)["kind"]> = {
  "invalid-request": ({ details }) => ["The request is not valid", details],
  "signed-out": () => ["Not signed in", "Please sign in."],
  "cross-origin": () => ["Refused", "This request did not come from Sevenfold's own pages."],
  "unknown-host": ({ host }) => [
    "Unknown address",
    `Sevenfold does not answer under ${host.slice(0, 80)}: a page of another site may have led here. If the address is yours, start it with PUBLIC_URL set to it, or with its name in ALLOWED_HOSTS.`,
  ],
  "not-found": () => ["Not found", "There is nothing here."],
  "method-not-allowed": () => ["Method not allowed", "This call does not exist."],
  "body-too-large": ({ maxBytes }) => [
    "Request too large",
    `A request may have ${maxBytes / 1024} KiB at most.`,
  ],
  "not-json": () => ["Unsupported media type", "Send JSON as application/json, unpacked."],
  "rate-limited": ({ retryAfterSec }) => [
    "Too many requests",
    `Please wait ${retryAfterSec} s and try again.`,
  ],
  "too-many-streams": ({ max }) => [
    "Too many live connections",
    `At most ${max} can be open at once. Close another window.`,
  ],
  "temporarily-unavailable": () => [
    "Temporarily unavailable",
    "The database or the broker does not answer. Please try again in a moment.",
  ],
  "too-busy": () => [
    "Too busy",
    "Many people sign in at this moment. Please try again in a moment.",
  ],
  "internal-error": ({ requestId }) => [
    "Something went wrong",
    `It has been logged as request ${requestId}.`,
  ],
  "another-account": ({ label }) => [
    "Another account is in use",
    label === undefined
      ? "No account is in use any more, and this was meant for one. Nothing was changed. Connect a broker, or choose one under Brokers."
      : `“${label}” is in use now, and this was meant for another account. Nothing was changed. Look at what “${label}” shows, then decide again.`,
  ],
  "changed-meanwhile": ({ conflicts }) => [
    "Changed meanwhile",
    `Something else was saved since you read it, so nothing of yours was: ${listed(conflicts.map(conflictText))}. Read it again, then decide.`,
  ],
};
