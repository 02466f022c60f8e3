/**
 * The first wrong field as its reader meets them, which is not the order in which they came to the
 * page. Of those that are not on the page there is nothing to put right.
 */
export function focusFirstWrong(errors: object): void {
  const [first] = Object.keys(errors)
    .flatMap((name) => [...document.getElementsByName(name)])
    .sort(byPlace);
  first?.focus();
}

const byPlace = (one: Node, other: Node): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
