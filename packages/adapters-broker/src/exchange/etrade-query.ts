import { invalid } from "./etrade-orders.ts";

/** MMDDYYYY as the number YYYYMMDD. */
export function dayFrom(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const match = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!match) throw invalid(`Please enter a valid ${name}`);
  return Number(`${match[3]}${match[1]}${match[2]}`);
}
