"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { CodeBlock } from "#components/json/code-block.tsx";
import { buttonStyles } from "#components/ui/button.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";

export function InstallSection({ channel }: { channel: ChannelSite }) {
  const t = useTranslations("channels.install");
  const { origin } = new URL(channel.testChannelUrl);
  const snippet = `<script async src="${origin}/widget.js" data-channel="${channel.id}"></script>`;
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <CodeBlock wrap label={t("snippet")} code={snippet} />
      <p className="text-sm text-text-muted">
        {t("api")}{" "}
        <a href="/docs/guides/widget" target="_blank" rel="noopener" className="underline underline-offset-2">
          {t("guide")}
        </a>
      </p>
      <a
        href={channel.testChannelUrl}
        target="_blank"
        rel="noopener"
        className={`${buttonStyles({ variant: "secondary" })} justify-self-start`}
      >
        <ExternalLink aria-hidden />
        {t("test")}
      </a>
    </SettingsSection>
  );
}
