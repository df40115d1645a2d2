const head = "px-2 py-2 font-medium text-text-muted text-xs";

export const headStyles = `${head} text-start`;
/** Over figures, which stand at the end of their column. */
export const figureHeadStyles = `${head} text-end`;
export const cellStyles = "px-2 py-2 align-middle";
