import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { TasksPage } from "#components/tasks/tasks-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("tasks");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["conversations", "tasks"]}>
      <TasksPage />
    </Texts>
  );
}
