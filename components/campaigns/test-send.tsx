"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { EditorSection } from "#components/templates/editor/editor-parts.tsx";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Slot } from "#server/templates/schema.ts";
import { type CampaignDraft, contentOf } from "./campaign-draft.ts";
import { useCampaignRefusal } from "./campaign-refusal.ts";

/** The message as a recipient will get it, to a number of one's own. */
export function TestSend({ draft, slots }: { draft: CampaignDraft; slots: readonly Slot[] }) {
  const t = useTranslations("campaigns.test");
  const client = useTRPCClient().campaigns;
  const toast = useToast();
  const refusal = useCampaignRefusal();
  const [destination, setDestination] = useState("");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const send = async () => {
    setPending(true);
    setError(undefined);
    try {
      await client.testSend.mutate({ ...contentOf(draft, slots), destination });
      toast.success(t("sent"));
    } catch (cause) {
      setError(refusal(cause));
    }
    setPending(false);
  };
  return (
    <EditorSection title={t("title")} hint={t("hint")}>
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (destination.trim() !== "") void send();
        }}
      >
        <Field label={t("number")} error={error} className="max-w-70 flex-1">
          <Input
            type="tel"
            inputMode="tel"
            value={destination}
            maxLength={32}
            placeholder="+54 9 11 5555-1234"
            onChange={(event) => setDestination(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          icon={<Send aria-hidden />}
          loading={pending}
          disabled={destination.trim() === ""}
          className="mt-6.5"
        >
          {t("send")}
        </Button>
      </form>
    </EditorSection>
  );
}
