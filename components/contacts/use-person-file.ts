import { useTranslations } from "next-intl";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useToast } from "#components/ui/toast.tsx";

/** Saves all that is kept of one person as a file. */
export function usePersonFile(contactId: string, name: string): () => Promise<void> {
  const t = useTranslations("contacts");
  const toast = useToast();
  const { erasures } = useTRPCClient();
  return async () => {
    try {
      const person = await erasures.person.mutate({ contactId });
      const { saveFile } = await import("#components/tables/save-file.ts");
      saveFile([person.json], person.name, "application/json");
      toast.success(t("menu.dataSaved", { name }));
    } catch (error) {
      toast.error(failureOf(error).message || t("export.failed"));
    }
  };
}
