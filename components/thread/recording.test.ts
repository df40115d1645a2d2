import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { record } from "./recording.ts";
import { longestMs, recordVoice } from "./voice-session.ts";

/** What of the browser fails next. */
let broken: string;
let tracks: { stopped: boolean; stop: () => void }[];
let contexts: Sound[];
let recorders: Recorder[];

function failing(part: string): void {
  if (broken === part) throw new DOMException(`${part} fails`, "NotSupportedError");
}

class Sound {
  state = "running";
  constructor() {
    failing("AudioContext");
    contexts.push(this);
  }
  createMediaStreamSource() {
    failing("source");
    return { connect: () => undefined };
  }
  createAnalyser() {
    return { fftSize: 2, getByteTimeDomainData: (into: Uint8Array) => into.set([128, 192]) };
  }
  async close() {
    if (this.state === "closed") throw new DOMException("closed already", "InvalidStateError");
    this.state = "closed";
  }
}

class Destination {
  stream = {};
}

class Recorder {
  state = "inactive";
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  constructor() {
    failing("MediaRecorder");
    recorders.push(this);
  }
  start() {
    failing("start");
    this.state = "recording";
  }
  stop() {
    failing("stop");
    this.end();
  }
  /** What is there comes first, then the word that it has ended; twice it does not end. */
  end() {
    if (this.state === "inactive") return;
    this.state = "inactive";
    queueMicrotask(() => {
      this.ondataavailable?.({ data: new Blob(["sound"]) });
      this.onstop?.();
    });
  }
}

beforeEach(() => {
  broken = "";
  tracks = [];
  contexts = [];
  recorders = [];
  const getUserMedia = async () => {
    const track = {
      stopped: false,
      stop() {
        track.stopped = true;
      },
    };
    tracks.push(track);
    return { getTracks: () => [track] };
  };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  vi.stubGlobal("AudioContext", Sound);
  vi.stubGlobal("MediaStreamAudioDestinationNode", Destination);
  vi.stubGlobal("MediaRecorder", Recorder);
});
afterEach(() => vi.unstubAllGlobals());

const open = () => [
  ...tracks.filter(({ stopped }) => !stopped),
  ...contexts.filter(({ state }) => state !== "closed"),
  ...recorders.filter(({ state }) => state === "recording"),
];
const type = "audio/ogg;codecs=opus";

it("gives the file and lets go of the microphone", async () => {
  const live = await record(type);
  expect([live.level(), open().length]).toEqual([0.5, 3]);
  const file = await live.stop();
  expect([file.name, file.type, await file.text()]).toEqual(["voice.ogg", "audio/ogg", "sound"]);
  expect(open()).toEqual([]);
});

it.each(["AudioContext", "source", "MediaRecorder", "start"])(
  "lets go of the microphone where %s fails after it was given",
  async (part) => {
    broken = part;
    await expect(record(type)).rejects.toThrow(`${part} fails`);
    expect([tracks.length, open()]).toEqual([1, []]);
  },
);

it("lets go of the microphone where the recording cannot be ended", async () => {
  const [sent, givenUp] = [await record(type), await record(type)];
  broken = "stop";
  await expect(sent.stop()).rejects.toThrow("stop fails");
  expect(() => givenUp.cancel()).not.toThrow();
  expect(tracks.map(({ stopped }) => stopped)).toEqual([true, true]);
  expect(contexts.map(({ state }) => state)).toEqual(["closed", "closed"]);
});

it("gives what there is of a recording that ended by itself", async () => {
  const live = await record(type);
  recorders[0]?.end();
  await Promise.resolve();
  const file = await Promise.race([live.stop(), new Promise<undefined>((done) => setTimeout(done, 500))]);
  expect(await file?.text()).toBe("sound");
  expect(open()).toEqual([]);
});

it("keeps nothing of a recording that was given up, however often that is said", async () => {
  const live = await record(type);
  live.cancel();
  live.cancel();
  expect(open()).toEqual([]);
});

it("tells of a voice note no more once it could not be ended", async () => {
  vi.useFakeTimers();
  try {
    const told = { progress: 0, denied: 0 };
    const session = recordVoice(type, {
      onProgress: () => {
        told.progress += 1;
      },
      onDone: () => undefined,
      onDenied: () => {
        told.denied += 1;
      },
    });
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toEqual({ progress: 2, denied: 0 });
    broken = "stop";
    session.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual({ progress: 2, denied: 1 });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it("ends a voice note by itself once it is as long as one may be, and hands it over once", async () => {
  vi.useFakeTimers();
  try {
    const files: File[] = [];
    const session = recordVoice(type, {
      onProgress: () => undefined,
      onDone: (file) => void files.push(file),
      onDenied: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(longestMs + 1000);
    session.end();
    session.cancel();
    expect([files.length, open().length, vi.getTimerCount()]).toEqual([1, 0, 0]);
  } finally {
    vi.useRealTimers();
  }
});

it("lets go of a microphone that is given only after the note was given up", async () => {
  const listeners = { onProgress: vi.fn(), onDone: vi.fn(), onDenied: vi.fn() };
  recordVoice(type, listeners).cancel();
  await new Promise((done) => setTimeout(done, 150));
  expect([tracks.length, open()]).toEqual([1, []]);
  expect(listeners.onProgress).not.toHaveBeenCalled();
});
