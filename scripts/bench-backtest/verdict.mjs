/** Whether a goal was met, in words. */
export const verdict = (isMet, goal) => (isMet ? `goal ${goal}: met` : `goal ${goal}: NOT MET`);
