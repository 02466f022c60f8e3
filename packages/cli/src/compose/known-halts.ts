import { recallHalts } from "@sevenfold/application/trading/session/recall-halts";
import type { Container } from "inversify";
import { tokens } from "./tokens.ts";

/**
 * Who serves pages takes orders by hand, and nobody tells it a halt again that began before it did. Never
 * rejects: where the record cannot be read, what is told from now on counts.
 */
export async function takeUpHalts(container: Container): Promise<void> {
  const needs = container.get(tokens.trading);
  try {
    await recallHalts(needs);
  } catch (error) {
    needs.log.warn("exchange-halts-unread", { error: String(error) });
  }
}
