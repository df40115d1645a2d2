"use client";

import * as Primitive from "radix-ui/tabs";
import type { ComponentProps } from "react";
import { cn } from "../class-names.ts";
import { Count, listStyles, type TabProps, tabStyles } from "./tab-looks.tsx";

export const Tabs = Primitive.Root;

export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List {...rest} className={cn(listStyles, className)} />;
}

export function TabsTrigger({
  count,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Primitive.Trigger> & TabProps) {
  return (
    <Primitive.Trigger {...rest} className={cn(tabStyles, className)}>
      {icon}
      {children}
      <Count value={count} />
    </Primitive.Trigger>
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...rest} className={cn("outline-offset-2", className)} />;
}
