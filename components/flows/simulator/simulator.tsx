"use client";

import { Play, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { languages } from "#server/chatbots/choices.ts";
import { SimulatedChat } from "./simulated-chat.tsx";
import { isHandedOver } from "./simulation.ts";
import { EndpointSetting } from "./simulator-endpoint.tsx";
import { SimulatorInsight } from "./simulator-insight.tsx";
import { type Simulating, simulatedChannels, simulatedHours } from "./use-simulation.ts";

/** A chat with the draft, as a visitor has it. */
export function Simulator({ simulating }: { simulating: Simulating }) {
  const t = useTranslations("flows.simulator");
  const { simulation, restart } = simulating;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Settings simulating={simulating} />
      {simulation ? (
        <>
          <SimulatedChat
            lines={simulation.lines}
            onSay={simulating.say}
            over={isHandedOver(simulation) || simulation.state.ended}
            asking={simulating.asking}
          />
          <SayForm simulating={simulating} over={isHandedOver(simulation)} />
          <SimulatorInsight simulating={simulating} simulation={simulation} />
        </>
      ) : (
        <EmptyState
          icon={<Play />}
          title={t("title")}
          description={t("hint")}
          actions={
            <Button variant="primary" icon={<Play aria-hidden />} onClick={restart}>
              {t("start")}
            </Button>
          }
        />
      )}
    </div>
  );
}

function Settings({ simulating }: { simulating: Simulating }) {
  const t = useTranslations("flows.simulator");
  const names = useTranslations("flows.languages.names");
  const { setting, setSetting, restart, simulation } = simulating;
  return (
    <div className="grid gap-2 border-border border-b px-3 py-2">
      <div className="flex items-center gap-1.5">
        <Select
          size="sm"
          aria-label={t("channel")}
          value={setting.channel}
          options={simulatedChannels.map((value) => ({ value, label: t(`channels.${value}`) }))}
          onValueChange={(channel) => setSetting({ channel })}
        />
        <Select
          size="sm"
          aria-label={t("hours")}
          value={setting.hours}
          options={simulatedHours.map((value) => ({ value, label: t(`hoursNames.${value}`) }))}
          onValueChange={(hours) => setSetting({ hours })}
        />
        <IconButton size="sm" label={t("restart")} onClick={restart} disabled={!simulation}>
          <RotateCcw aria-hidden />
        </IconButton>
      </div>
      <Select
        size="sm"
        aria-label={t("language")}
        value={setting.language || "none"}
        options={[
          { value: "none", label: t("languageNone") },
          ...languages.map((value) => ({ value, label: t("languageOf", { name: names(value) }) })),
        ]}
        onValueChange={(value) => {
          setSetting({ language: languages.find((one) => one === value) ?? "" });
        }}
      />
      <EndpointSetting simulating={simulating} />
    </div>
  );
}

function SayForm({ simulating, over }: { simulating: Simulating; over: boolean }) {
  const t = useTranslations("flows.simulator");
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const waits = simulating.asking !== undefined;
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || waits) return;
    simulating.say(text.trim());
    setText("");
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-1.5 border-border border-t px-3 py-2">
      <Input
        ref={input}
        dir="auto"
        value={text}
        maxLength={4096}
        disabled={over}
        autoComplete="off"
        aria-label={t("say")}
        placeholder={over ? t("handedOver") : t("sayHint")}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={over || waits || text.trim() === ""}>
        {t("send")}
      </Button>
    </form>
  );
}
