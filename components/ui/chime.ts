let context: AudioContext | undefined;

/** Two short soft notes; made here, so that nothing is loaded for it. Silent until the person has touched the page. */
export function chime(): void {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, currentTime);
  gain.gain.exponentialRampToValueAtTime(0.08, currentTime + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, currentTime + 0.35);
  gain.connect(destination);
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(currentTime + index * 0.1);
    tone.stop(currentTime + 0.35);
  }
}
