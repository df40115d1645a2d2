"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { holds, type Permission } from "#server/core/permissions.ts";

const groups = [
  ["all", ["admin"]],
  ["clients", ["clients_read", "clients_read_assigned", "clients_write", "clients_write_assigned", "chat_talk"]],
  ["company", ["users_read", "users_write", "reports_read"]],
  ["developers", ["websites_read", "websites_write", "webhooks_read", "webhooks_write"]],
] as const satisfies readonly (readonly [string, readonly Permission[]])[];

type PermissionPickerProps = { values: readonly Permission[]; onValuesChange: (values: Permission[]) => void };

/** Every permission the person holds, in words, beside its name in the API. */
export function PermissionPicker({ values, onValuesChange }: PermissionPickerProps) {
  const t = useTranslations("tokens");
  const held = new Set(useProfile().permissions);
  const admin = useMay("admin");
  const everything = values.includes("admin");
  const toggle = (permission: Permission, on: boolean) =>
    onValuesChange(on ? [...values, permission] : values.filter((one) => one !== permission));
  return (
    <div className="grid gap-4">
      {groups.map(([group, permissions]) => {
        const open = permissions.filter((one) => admin || (one !== "admin" && grantable(held, one)));
        if (open.length === 0) return null;
        return (
          <fieldset key={group} className="grid gap-2">
            <legend className="mb-2 font-medium text-text-muted text-xs">{t(`groups.${group}`)}</legend>
            {open.map((permission) => (
              <Checkbox
                key={permission}
                label={t(`permissions.${permission}`)}
                hint={<code className="font-mono text-2xs">{permission}</code>}
                checked={everything || values.includes(permission)}
                disabled={everything && permission !== "admin"}
                onCheckedChange={(on) => toggle(permission, on === true)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

/** What would be cut away again is not offered. */
function grantable(held: ReadonlySet<string>, permission: Permission): boolean {
  const whole = permission === "clients_read" || permission === "clients_write";
  return whole ? held.has(permission) : holds(held, permission);
}
