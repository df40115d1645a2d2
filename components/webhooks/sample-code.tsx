"use client";

import { useTranslations } from "next-intl";
import { CodeBlock } from "#components/json/code-block.tsx";
import { useStoredState } from "#components/ui/stored-state.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs/tabs.tsx";
import { receiverSample, type SampleFacts, type SampleLanguage, sampleLanguages } from "./receiver-samples.ts";

const names: Record<SampleLanguage, string> = { typescript: "TypeScript", python: "Python", php: "PHP", curl: "curl" };

const read = (text: string): SampleLanguage | undefined => sampleLanguages.find((language) => language === text);

/** A receiver in the reader's language, filled in and ready to run; the choice is remembered. */
export function SampleCode({ facts }: { facts: SampleFacts }) {
  const t = useTranslations("webhooks.sample");
  const [language, setLanguage] = useStoredState<SampleLanguage>("parley:sample-language", "typescript", read);
  return (
    <Tabs
      value={language}
      onValueChange={(value) => setLanguage(read(value) ?? "typescript")}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
    >
      <TabsList aria-label={t("languages")}>
        {sampleLanguages.map((one) => (
          <TabsTrigger key={one} value={one}>
            {names[one]}
          </TabsTrigger>
        ))}
      </TabsList>
      {sampleLanguages.map((one) => (
        <TabsContent key={one} value={one}>
          <CodeBlock
            label={one === "curl" ? t("call") : t("receiver", { language: names[one] })}
            code={receiverSample(one, facts)}
          />
        </TabsContent>
      ))}
    </Tabs>
  );
}
