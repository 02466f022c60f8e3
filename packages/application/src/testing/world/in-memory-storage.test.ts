import { describeStorage } from "../../ports/stores/storage.conformance.ts";
import { inMemoryDatabase } from "./in-memory-storage.ts";

describeStorage("in memory", async () => ({ ...inMemoryDatabase(), close: async () => undefined }));
