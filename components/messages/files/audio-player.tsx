"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { bars, peaksOf } from "./waveform.ts";

type AudioPlayerProps = {
  src: string;
  label: string;
  /** How long it is, where the server knows. */
  durationMs: number | undefined;
  size: number;
  onBroken: () => void;
};

const speeds = [1, 1.5, 2];
const flat: readonly number[] = Array.from({ length: bars }, () => 0.15);

function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A sound to hear in place: its shape, where it is, and three speeds. */
export function AudioPlayer({ src, label, durationMs, size, onBroken }: AudioPlayerProps) {
  const t = useTranslations("messages.player");
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState((durationMs ?? 0) / 1000);
  const [speed, setSpeed] = useState(1);
  const peaks = usePeaks(src, size, playing);
  const share = length > 0 ? Math.min(1, at / length) : 0;
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    // A sound that cannot be played says so by its error event.
    if (element.paused) void element.play().catch(() => undefined);
    else element.pause();
  };
  const faster = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };
  return (
    <fieldset aria-label={label} className="m-0 flex w-72 max-w-full items-center gap-2 border-0 p-0">
      {/* biome-ignore lint/a11y/useMediaCaption: what a visitor records has no captions */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onError={onBroken}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          // Recordings of browsers say nothing of their length.
          const { duration } = event.currentTarget;
          if (Number.isFinite(duration) && duration > 0) setLength(duration);
        }}
      />
      <IconButton label={playing ? t("pause") : t("play")} size="sm" variant="secondary" onClick={toggle}>
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
      <span className="relative grid h-8 min-w-0 flex-1 items-center">
        <span aria-hidden className="flex h-full items-center gap-px">
          {peaks.map((peak, index) => (
            <span
              key={index}
              className={`w-full rounded-full ${index / bars < share ? "bg-accent" : "bg-text/25"}`}
              style={{ height: `${Math.max(10, peak * 100)}%` }}
            />
          ))}
        </span>
        <input
          type="range"
          aria-label={t("position")}
          aria-valuetext={t("of", { at: clockOf(at), length: clockOf(length) })}
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, Math.max(length, 0.1))}
          onChange={(event) => {
            if (audio.current) audio.current.currentTime = Number(event.target.value);
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </span>
      <span className="tabular text-text-muted text-xs">{clockOf(at > 0 ? at : length)}</span>
      <button
        type="button"
        onClick={faster}
        aria-label={t("speed", { speed })}
        className="min-h-6 min-w-8 rounded-full bg-text/8 px-1 text-xs tabular hover:bg-text/14 touch:min-h-11"
      >
        {speed}×
      </button>
    </fieldset>
  );
}

/* The shape is drawn once somebody listens: before that nobody should have to load what they may never hear. */
function usePeaks(src: string, size: number, wanted: boolean): readonly number[] {
  const [peaks, setPeaks] = useState(flat);
  const asked = useRef("");
  useEffect(() => {
    if (!wanted || asked.current === src) return;
    asked.current = src;
    let gone = false;
    void peaksOf(src, size).then((found) => found && !gone && setPeaks(found));
    return () => {
      gone = true;
    };
  }, [src, size, wanted]);
  return peaks;
}
