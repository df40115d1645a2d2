import { CircleCheck, CircleX } from "lucide-react";
import { cn } from "#components/ui/class-names.ts";

/** Success and failure by form as well as colour; the words stand beside it. */
export function StatusMark({ success, className }: { success: boolean; className?: string }) {
  const Icon = success ? CircleCheck : CircleX;
  return <Icon aria-hidden className={cn("size-4 shrink-0", success ? "text-success" : "text-danger", className)} />;
}
