/** Fewer digits than this reach nobody. */
const leastDigits = 7;

/** Whether a text can be called. The API keeps phones as they are given (D2); people who type one are asked for one. */
export const isPhone = (text: string): boolean => text.replace(/\D/g, "").length >= leastDigits;
