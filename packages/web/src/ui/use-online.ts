import { isCut, useLine } from "../live/line.ts";

/** False while there is no network or the server does not answer: nothing can be sent. */
export const useOnline = (): boolean => !isCut(useLine());
