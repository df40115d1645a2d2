import { useQuery } from "@tanstack/react-query";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";

const none: readonly never[] = [];

/** Everything that an action may name. */
export function useNames() {
  const trpc = useTRPC();
  const asked = { enabled: useMay("clients_read", "clients_read_assigned") };
  const users = useQuery(trpc.users.names.queryOptions({}, asked)).data ?? [];
  const teams = useQuery(trpc.teams.names.queryOptions({}, asked)).data ?? [];
  const phases = useQuery(trpc.phases.list.queryOptions({}, asked)).data ?? [];
  const tags = useQuery(trpc.tags.list.queryOptions({}, asked)).data ?? [];
  const seesTemplates = { enabled: useMay("websites_read") };
  const templates = useQuery(trpc.templates.list.queryOptions({}, seesTemplates)).data?.result ?? [];
  const seesWebhooks = { enabled: useMay("webhooks_read") };
  const webhooks = useQuery(trpc.webhooks.list.queryOptions({ limit: 100 }, seesWebhooks)).data?.data ?? none;
  return { users, teams, phases, tags, templates, webhooks };
}
export type Names = ReturnType<typeof useNames>;
