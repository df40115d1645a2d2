/** The place above the first row, the same height whatever stands in it: nothing moves when it changes. */
export const topSpace = 48;
/** Below the last row. */
export const endSpace = 8;
