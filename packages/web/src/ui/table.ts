/** The look of a table's head: labels in muted ink, figures' columns at the right. */
export const TABLE_HEAD =
  "text-xs text-muted [&_th]:h-9 [&_th]:px-2.5 [&_th]:text-right [&_th]:font-medium [&_th]:whitespace-nowrap [&_th:first-child]:pl-4 [&_th:last-child]:pr-4 [&_th.text-left]:text-left";
