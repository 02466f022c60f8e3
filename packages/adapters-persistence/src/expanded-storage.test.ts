import { describeStorage } from "@sevenfold/application/ports/stores/storage.conformance";
import { openExpanded } from "./testing/expanded-tables.ts";

// A server's tables are those of this version; here they are as the one after it may have left them.
describeStorage("on the embedded database, expanded by the next version", openExpanded);
