import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { directoryKeys } from "#components/conversations/data/first-keys.ts";
import { readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { taskKeys, tasksPerPage, whoseTasks } from "#components/tasks/task-query.ts";
import { TasksPage } from "#components/tasks/tasks-page.tsx";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("tasks");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const whose = whoseTasks(readParams(await searchParams).get("who"));
  return (
    <Texts of={["conversations", "tasks"]}>
      <First of={[...taskKeys(whose, tasksPerPage), ...directoryKeys]}>
        <TasksPage />
      </First>
    </Texts>
  );
}
