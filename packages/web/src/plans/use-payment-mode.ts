import { CALLS } from "@sevenfold/contract/calls";
import { useEndpoint } from "../api/use-endpoint.ts";

/** Whether money moves on this server; for everybody, also before they have signed in. */
export const usePaymentMode = () => useEndpoint(CALLS.readPaymentMode);
