import { describeStorage } from "@sevenfold/application/ports/stores/storage.conformance";
import { openExpanded } from "./testing/expanded-tables.ts";

// A server's tables are those of this version; here the one after it has migrated them, and this one
// starts on what it left.
describeStorage("on the embedded database, expanded by the next version", openExpanded);
