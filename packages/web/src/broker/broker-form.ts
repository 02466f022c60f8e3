import type { BrokerKeys } from "@sevenfold/contract/brokers";
import type { UseFormReturn } from "react-hook-form";

export type BrokerForm = UseFormReturn<BrokerKeys, unknown, BrokerKeys>;
