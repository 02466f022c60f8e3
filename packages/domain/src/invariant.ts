/** We are wrong: a state that cannot be, whatever the world sent. The account it happens to halts. */
export class InvariantViolation extends Error {
  override readonly name = "InvariantViolation";
}

export function invariant(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new InvariantViolation(claim);
}
