/** The library has no types of its own. */
declare module "parse-prometheus-text-format" {
  type Sample = { labels?: Record<string, string>; value?: string };
  // biome-ignore lint/style/noDefaultExport: it is what the library exports.
  export default function parse(text: string): { name: string; help: string; type: string; metrics: Sample[] }[];
}
