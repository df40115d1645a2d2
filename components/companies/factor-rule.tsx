"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Company } from "#server/companies/schema.ts";
import { presetOf, roles } from "#server/core/permissions.ts";
import { useRefusals } from "./refusals.ts";
import { SettingsSection } from "./settings-parts.tsx";

/** Of which roles the company asks for a second factor. Saved as it is chosen. */
export function FactorRule({ company }: { company: Company }) {
  const t = useTranslations("factors.rule");
  const words = useTranslations("factors.roles");
  const toast = useToast();
  const { cache } = useLive();
  const queries = useQueryClient();
  const refusals = useRefusals();
  const trpc = useTRPC();
  const custom = useQuery(trpc.roles.list.queryOptions({})).data ?? [];
  const save = useMutation(
    trpc.companies.update.mutationOptions({
      onSuccess: (after) => {
        // The next tick begins with this one.
        queries.setQueryData(trpc.companies.read.queryKey({}), after);
        cache.refresh(cache.of("companies"));
        toast.success(t("saved"));
      },
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  const chosen: readonly string[] =
    (save.isPending ? save.variables.settings?.secondFactorRoles : undefined) ?? company.settings.secondFactorRoles;
  const set = (role: string, on: boolean) =>
    save.mutate({
      settings: { secondFactorRoles: [...chosen.filter((one) => one !== role), ...(on ? [role] : [])] },
    });
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      {roles.map((role) => (
        <Field key={role} label={words(role)} inline>
          <Checkbox
            checked={chosen.includes(role)}
            disabled={save.isPending}
            onCheckedChange={(on) => set(role, on === true)}
          />
        </Field>
      ))}
      {custom.map(({ id, name, permissions }) => (
        <Field key={id} label={name} inline>
          <Checkbox
            checked={chosen.includes(id) || chosen.includes(presetOf(permissions))}
            disabled={save.isPending || chosen.includes(presetOf(permissions))}
            onCheckedChange={(on) => set(id, on === true)}
          />
        </Field>
      ))}
    </SettingsSection>
  );
}
