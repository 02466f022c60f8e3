import { describeAnnouncer } from "../../ports/announcer.conformance.ts";
import { inMemoryAnnouncer } from "./in-memory-announcer.ts";

describeAnnouncer("in memory", async () => inMemoryAnnouncer());
