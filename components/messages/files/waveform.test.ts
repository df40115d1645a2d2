import { expect, it } from "vitest";
import { peaksIn } from "./waveform.ts";

it("draws the loudest of each part, the loudest of all being full height [W2]", () => {
  const samples = new Float32Array(1600);
  samples.fill(0.1, 0, 800);
  samples.fill(-0.4, 800);
  expect(peaksIn(samples, 2).map((peak) => Math.round(peak * 100))).toEqual([25, 100]);
  expect(peaksIn(new Float32Array(0), 3)).toEqual([0, 0, 0]);
});
