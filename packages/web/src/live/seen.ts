import {
  createContext,
  memo,
  type ReactNode,
  type RefCallback,
  useCallback,
  useState,
} from "react";

/** Whether what stands here is on the screen. Prices that nobody sees move nothing. */
export const Seen = createContext(true);

const tellers = new WeakMap<Element, (isSeen: boolean) => void>();
let observer: IntersectionObserver | undefined;

const observing = (): IntersectionObserver => {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) tellers.get(target)?.(isIntersecting);
  });
  return observer;
};

interface WhileSeenProps {
  readonly isSeen: boolean;
  readonly children: ReactNode;
}

/** Drawn anew only while it is seen; what has changed meanwhile is drawn when it comes to sight. */
export const WhileSeen = memo(
  ({ children }: WhileSeenProps) => children,
  (_, { isSeen }) => !isSeen,
);

/** Watches the element the ref is given to: seen until the browser says that it is not. */
export function useSeen<Of extends Element>(): readonly [ref: RefCallback<Of>, isSeen: boolean] {
  const [isSeen, setSeen] = useState(true);
  const ref = useCallback((element: Of) => {
    if (typeof IntersectionObserver === "undefined") return;
    tellers.set(element, setSeen);
    observing().observe(element);
    return () => {
      tellers.delete(element);
      observing().unobserve(element);
    };
  }, []);
  return [ref, isSeen];
}
