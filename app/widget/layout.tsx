import type { ReactNode } from "react";
import "./widget.css";

export default function WidgetLayout({ children }: { children: ReactNode }) {
  return <div data-surface="widget">{children}</div>;
}
