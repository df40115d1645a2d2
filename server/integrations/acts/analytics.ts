import type { Lacking } from "../choices.ts";
import type { Act } from "./act.ts";
import { nothingToDo } from "./failing.ts";
import { googleEvent, tellGoogle, wantsGoogle } from "./google-analytics.ts";
import { metaEvent, tellMeta, wantsMeta } from "./meta-conversions.ts";
import { textIn } from "./settings.ts";

function lacks(config: Readonly<Record<string, unknown>>): Lacking[] {
  const [google, meta] = [wantsGoogle(config), wantsMeta(config)];
  if (!google && !meta) return ["measurementId"];
  const missing: Lacking[] = [];
  if (google && !/^G-[A-Z0-9]{4,20}$/.test(textIn(config, "measurementId"))) missing.push("measurementId");
  if (google && textIn(config, "apiSecret") === "") missing.push("apiSecret");
  if (meta && !/^\d{5,30}$/.test(textIn(config, "datasetId"))) missing.push("datasetId");
  if (meta && textIn(config, "accessToken") === "") missing.push("accessToken");
  return missing;
}

/**
 * Type `analytics`: leads and sales for Google Analytics 4 and Meta. Meta comes first: it counts an event once by its id,
 * so that a repeat after a failure of Google's is no second one.
 */
export const analyticsAct: Act = {
  lacks,
  async run(acting) {
    const meta = wantsMeta(acting.config) ? metaEvent(acting) : undefined;
    const google = wantsGoogle(acting.config) ? googleEvent(acting) : undefined;
    if (!meta && !google) throw nothingToDo("The visitor came with no id of the platform.");
    if (meta) await tellMeta(acting, meta);
    if (google) await tellGoogle(acting, google);
  },
};
