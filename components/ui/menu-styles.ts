/** The looks that dropdown, context and select menus share. */
export const floatStyles =
  "z-50 rounded-lg bg-surface-raised text-text shadow-float data-[state=open]:animate-pop-in data-[state=closed]:animate-pop-out";

/* In the narrowest windows, 320 px, a menu keeps the same eight pixels to both edges. */
export const menuStyles = `${floatStyles} min-w-44 max-w-[min(20rem,100vw-1rem)] overflow-y-auto p-1`;

export const menuItemStyles = [
  "relative flex min-h-7 select-none items-center gap-2 rounded-md px-2 py-1 text-sm outline-none touch:min-h-11",
  "data-highlighted:bg-text/6 data-[state=open]:bg-text/6 aria-disabled:opacity-50",
  "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-text-muted",
].join(" ");

export const menuDangerStyles = "text-danger data-highlighted:bg-danger/10 [&_svg]:text-danger";

export const menuLabelStyles = "px-2 pt-1.5 pb-1 font-medium text-text-faint text-xs";

export const menuSeparatorStyles = "-mx-1 my-1 h-px bg-border";

/** What a menu's item says is seen whole; only what people have named may be longer than three lines. */
export const menuTextStyles = "line-clamp-3 wrap-anywhere min-w-0 flex-1";
