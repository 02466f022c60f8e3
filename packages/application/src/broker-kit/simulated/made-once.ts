/** Makes what belongs to a key as it is first asked for, and answers the same from then on. */
export function madeOnce<Key extends object, Made extends object>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(key);
    made.set(key, fresh);
    return fresh;
  };
}
