export const headStyles = "px-2 py-2 text-start font-medium text-text-muted text-xs";
export const cellStyles = "px-2 py-2 align-middle";
