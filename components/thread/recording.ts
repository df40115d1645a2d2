import type { Capabilities } from "#server/channels/capabilities-schema.ts";

/** A recording under way. */
export type Recording = {
  /** How loud it is now, from 0 to 1. */
  level: () => number;
  /** Ends it and gives the file. */
  stop: () => Promise<File>;
  cancel: () => void;
};

/* What plays where, best first. */
const containers = {
  opus: ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"],
  mp4: ["audio/mp4", "audio/webm;codecs=opus", "audio/ogg;codecs=opus"],
} as const;
const endings: Record<string, string> = { ogg: "ogg", webm: "webm", mp4: "m4a" };

/** The first kind that this browser records and the channel has a use for. */
export function recordable(able: Pick<Capabilities, "voice">): string | undefined {
  if (typeof MediaRecorder === "undefined" || !navigator.mediaDevices) return undefined;
  const wanted = able.voice === "none" ? containers.mp4 : containers.opus;
  return wanted.find((type) => MediaRecorder.isTypeSupported(type));
}

/** Begins to record, one channel only: voice notes have no more. Rejects where the microphone is not to be had. */
export async function record(type: string): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, noiseSuppression: true } });
  let context: AudioContext | undefined;
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
    if (context && context.state !== "closed") void context.close();
  };
  try {
    context = new AudioContext();
    return recordIn(context, stream, type, release);
  } catch (error) {
    // A microphone that was given would stay on, and the browser says so to whoever sits there.
    release();
    throw error;
  }
}

function recordIn(context: AudioContext, stream: MediaStream, type: string, release: () => void): Recording {
  const source = context.createMediaStreamSource(stream);
  const analyser = context.createAnalyser();
  const mono = new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: "explicit" });
  source.connect(analyser);
  source.connect(mono);
  const recorder = new MediaRecorder(mono.stream, { mimeType: type, audioBitsPerSecond: 32_000 });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void (data.size > 0 && chunks.push(data));
  // Heard from the beginning: one that fails on its way ends by itself, and says so once.
  const ended = new Promise<void>((done) => {
    recorder.onstop = () => done();
  });
  recorder.start(1000);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getByteTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 128;
    },
    stop: async () => {
      try {
        if (recorder.state !== "inactive") recorder.stop();
        await ended;
      } finally {
        release();
      }
      const plain = type.split(";")[0] ?? type;
      return new File(chunks, `voice.${endings[plain.split("/")[1] ?? ""] ?? "bin"}`, { type: plain });
    },
    cancel: () => {
      recorder.ondataavailable = null;
      try {
        if (recorder.state !== "inactive") recorder.stop();
      } catch {
        // What is given up need not end well; the microphone goes off all the same.
      } finally {
        release();
      }
    },
  };
}
