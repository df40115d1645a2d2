import { useFormatter, useTranslations } from "next-intl";
import type { VisitorConversation } from "#server/visitors/schema.ts";
import { LinkedText } from "./linked-text.tsx";

type Shown = VisitorConversation["fields"][number];

/** What the team has filled in and shows to the visitor. */
export function ShownFields({ fields }: { fields: readonly Shown[] }) {
  const t = useTranslations("widget.fields");
  return (
    <section
      aria-label={t("label")}
      className="max-h-28 shrink-0 overflow-y-auto border-border border-b bg-surface px-4 py-2"
    >
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 gap-y-0.5 text-xs">
        {fields.map((field) => (
          <div key={field.label} className="contents">
            <dt className="break-words text-text-muted">{field.label}</dt>
            <dd className="min-w-0 break-words">
              <Value {...field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ type, value }: Shown) {
  const t = useTranslations("widget.fields");
  const format = useFormatter();
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return format.number(value, { maximumFractionDigits: 20 });
  if (type === "date") return format.dateTime(new Date(`${value}T12:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
  return <LinkedText text={value} />;
}
