import { invalid } from "./etrade-orders.ts";

/**
 * The days from which and to which a list is asked for, each as the number YYYYMMDD. E*TRADE documents
 * that the second has to be greater than the first.
 */
export function daysFrom(
  query: URLSearchParams,
  names: { readonly from: string; readonly to: string },
) {
  const from = dayFrom(query, names.from);
  const to = dayFrom(query, names.to);
  if (from !== undefined && to !== undefined && to <= from)
    throw invalid("Invalid Date Range. toDate should be greater than fromDate.", 2002);
  return { from, to };
}

/** MMDDYYYY as the number YYYYMMDD. */
function dayFrom(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const match = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!match) throw invalid(`Please enter a valid ${name}`);
  return Number(`${match[3]}${match[1]}${match[2]}`);
}
