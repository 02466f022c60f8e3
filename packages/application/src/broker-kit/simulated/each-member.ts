/** The same object with another in the place of each member: of a port, or of the tables of a storage. */
export function eachMember<Of extends object>(of: Of, other: (member: unknown) => unknown): Of {
  const others: Record<string, unknown> = {};
  const members = of as Record<string, unknown>;
  for (const name of Object.keys(members)) others[name] = other(members[name]);
  return others as Of;
}
