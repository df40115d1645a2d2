import { type ReactNode, useId } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-1 border-border border-b px-5 py-4 last:border-b-0 phone:px-4">
      <h2 id={id} className="mb-1 font-semibold text-sm">
        {title}
      </h2>
      {children}
    </section>
  );
}
