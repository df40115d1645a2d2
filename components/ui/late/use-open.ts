import { useCallback, useState } from "react";

export type Openable = {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/** Whether something is open: as its owner says, or by itself. */
export function useOpen({ open, onOpenChange }: Openable): [boolean, (open: boolean) => void] {
  const [own, setOwn] = useState(false);
  const set = useCallback(
    (next: boolean) => {
      setOwn(next);
      onOpenChange?.(next);
    },
    [onOpenChange],
  );
  return [open ?? own, set];
}
