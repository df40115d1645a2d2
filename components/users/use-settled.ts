import { useEffect, useState } from "react";

/** The value once it has not changed for `ms`: for queries that follow typing. */
export function useSettled<Value>(value: Value, ms = 150): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
