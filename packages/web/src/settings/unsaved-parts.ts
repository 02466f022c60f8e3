import { useCallback, useEffect, useState } from "react";

/** How a card with a form of its own tells the page that it holds something unsaved. */
export interface UnsavedProps {
  readonly unsaved: (part: string, isUnsaved: boolean) => void;
}

/** Whether any part of the page holds something unsaved: the page asks once for all of them. */
export function useUnsavedParts() {
  const [parts, setParts] = useState<readonly string[]>([]);
  const unsaved = useCallback<UnsavedProps["unsaved"]>(
    (part, isUnsaved) =>
      setParts((before) => [
        ...before.filter((each) => each !== part),
        ...(isUnsaved ? [part] : []),
      ]),
    [],
  );
  return { isUnsaved: 0 < parts.length, unsaved };
}

export function useUnsavedPart(
  unsaved: UnsavedProps["unsaved"],
  part: string,
  isDirty: boolean,
): void {
  useEffect(() => {
    if (!isDirty) return;
    unsaved(part, true);
    return () => unsaved(part, false);
  }, [unsaved, part, isDirty]);
}
