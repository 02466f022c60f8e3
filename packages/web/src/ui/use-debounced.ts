import { useEffect, useState } from "react";

/** The value once it has stayed the same for so many milliseconds. */
export function useDebounced<Value>(value: Value, forMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return debounced;
}
