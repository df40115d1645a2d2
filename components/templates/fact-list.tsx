import type { ReactNode } from "react";

type FactListProps = { title: string; facts: readonly (readonly [label: string, value: ReactNode])[] };

export function FactList({ title, facts }: FactListProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-semibold text-base">{title}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-text-muted">{label}</dt>
            <dd className="wrap-anywhere min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
