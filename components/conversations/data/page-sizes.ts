/** Rows of a list that are fetched at once. */
export const pageSize = 50;

/** Cards of a column of the board that are fetched at once. */
export const cardsPerFetch = 20;
