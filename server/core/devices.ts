const systems: readonly [RegExp, string][] = [
  [/iPad|Macintosh.{0,200}Mobile/, "iPadOS"],
  [/iPhone|iPod/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux/, "Linux"],
];

const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/** A user agent in three words: "mobile, Android, Chrome"; empty when it says nothing. */
export function deviceOf(userAgent: string): string {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!system && !browser) return "";
  const tablet = system === "iPadOS" || (system === "Android" && !/Mobile/.test(userAgent));
  const kind = tablet ? "tablet" : /Mobile|iPhone|iPod/.test(userAgent) ? "mobile" : "desktop";
  return [kind, system, browser].filter(Boolean).join(", ");
}
