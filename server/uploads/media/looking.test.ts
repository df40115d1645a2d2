import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { recording } from "#server/testing/recordings.ts";
import { factsOf } from "../sniffing.ts";
import { asVoiceNote } from "./looking.ts";

const u32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4);
  return bytes;
};
const box = (name: string, ...parts: Uint8Array[]) => {
  const inside = Buffer.concat(parts);
  return Buffer.concat([u32(inside.length + 8), Buffer.from(name, "latin1"), inside]);
};
const full = (name: string, flags: number, ...parts: Uint8Array[]) => box(name, u32(flags), ...parts);
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** An MP4 whose tables claim so many samples: in the file's own table, or in that of a fragment. */
function claiming(samples: number, where: "table" | "fragment"): Buffer {
  const table = (...entry: number[]) => (where === "table" ? u32(1, ...entry) : u32(0));
  const mvhd = full("mvhd", 0, u32(0, 0, 1000, 1000, 0x10000, 0x1000000, 0, 0), matrix, Buffer.alloc(24), u32(2));
  const tkhd = full("tkhd", 7, u32(0, 0, 1, 0, 1000, 0, 0, 0, 0x1000000), matrix, u32(0, 0));
  const mdhd = full("mdhd", 0, u32(0, 0, 48_000, 48_000, 0x55c40000));
  const hdlr = full("hdlr", 0, u32(0), Buffer.from("soun"), Buffer.alloc(12), Buffer.from("x\0"));
  const dops = box("dOps", Buffer.from([0, 1, 0, 0, 0, 0, 0xbb, 0x80, 0, 0, 0]));
  const sound = Buffer.alloc(20);
  sound.writeUInt16BE(1, 8);
  sound.writeUInt16BE(16, 10);
  sound.writeUInt32BE(48_000 * 65_536, 16);
  const opus = box("Opus", Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), sound, dops);
  const stbl = box(
    "stbl",
    full("stsd", 0, u32(1), opus),
    full("stts", 0, table(samples, 960)),
    full("ctts", 0, table(samples, 0)),
    full("stsc", 0, table(1, samples, 1)),
    full("stsz", 0, where === "table" ? u32(2, samples) : u32(0, 0)),
    full("stco", 0, table(40)),
  );
  const minf = box("minf", full("smhd", 0, u32(0)), stbl);
  const trak = box("trak", tkhd, box("mdia", mdhd, hdlr, minf));
  const mvex = where === "table" ? [] : [box("mvex", full("trex", 0, u32(1, 1, 960, 2, 0)))];
  const traf = box("traf", full("tfhd", 0x020000, u32(1)), full("tfdt", 0, u32(0)), full("trun", 0, u32(samples)));
  const moof = where === "table" ? [] : [box("moof", full("mfhd", 0, u32(1)), traf)];
  const head = box("ftyp", Buffer.from("isom"), u32(512), Buffer.from("isomiso2mp41"));
  return Buffer.concat([head, box("moov", mvhd, trak, ...mvex), ...moof, box("mdat", Buffer.alloc(16))]);
}

/** What came of it, and the longest that this thread did nothing else meanwhile. */
async function stalled<T>(work: Promise<T>): Promise<{ came: T; stallMs: number }> {
  let done = false;
  let stallMs = 0;
  const watch = (async () => {
    while (!done) {
      const begun = performance.now();
      await pause(5);
      stallMs = Math.max(stallMs, performance.now() - begun);
    }
  })();
  const came = await work.finally(() => {
    done = true;
  });
  await watch;
  return { came, stallMs };
}

describe("a sound or film that claims more than it holds [found S1]", () => {
  it.each([
    [2_000_000, "table"],
    [0xffffffff, "table"],
    [0xffffffff, "fragment"],
  ] as const)("of %s samples in its %s ends no process and stops no other work", async (samples, where) => {
    const { came, stallMs } = await stalled(factsOf(claiming(samples, where), "voice.mp4"));
    expect(came.contentType).toMatch(/^(?:audio|video)\/mp4$/);
    expect(stallMs).toBeLessThan(1000);
  });

  it("is not known, and those behind it are", async () => {
    const hostile = Array.from({ length: 3 }, () => factsOf(claiming(0xffffffff, "table"), "voice.mp4"));
    const honest = factsOf(await recording("ogg"), "note.ogg");
    for (const facts of await Promise.all(hostile)) expect(facts).toMatchObject({ durationMs: null, voiceNote: false });
    expect(await honest).toMatchObject({ contentType: "audio/ogg", voiceNote: true });
  });

  it("becomes no voice note", async () => {
    expect(await asVoiceNote(claiming(0xffffffff, "table"))).toBeUndefined();
    expect(await asVoiceNote(new Uint8Array(0))).toBeUndefined();
  });

  it("is what it says where that is true", async () => {
    expect(await factsOf(claiming(1000, "table"), "voice.mp4")).toMatchObject({ contentType: "audio/mp4" });
    expect((await factsOf(claiming(1000, "table"), "voice.mp4")).durationMs).toBe(20_000);
    expect((await factsOf(claiming(100, "fragment"), "voice.mp4")).durationMs).toBe(2000);
  });
});
