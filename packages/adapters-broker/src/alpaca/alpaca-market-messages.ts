import { MarketMessageWire } from "./alpaca-wire.ts";

/** What a frame of the stream of prices says; what cannot be read is passed over. */
export function messagesOf(text: string): readonly MarketMessageWire[] {
  try {
    const messages: unknown = JSON.parse(text);
    if (!Array.isArray(messages)) return [];
    return messages.flatMap((message) => {
      const read = MarketMessageWire.safeParse(message);
      return read.success ? [read.data] : [];
    });
  } catch {
    return [];
  }
}
