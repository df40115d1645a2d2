const codes =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

export type RegionOption = { value: string; label: string };

/** Every country with telephone numbers of its own, by its name in `locale`. */
export function countryOptions(locale: string): RegionOption[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return codes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

/** Every currency by its code and its name in `locale`. */
export function currencyOptions(locale: string): RegionOption[] {
  const names = new Intl.DisplayNames([locale], { type: "currency" });
  return Intl.supportedValuesOf("currency").map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
}

/** Every time zone the browser knows, and the chosen one under the name it has, with how far each is from UTC today. */
export function timeZoneOptions(locale: string, chosen = "UTC", now = new Date()): RegionOption[] {
  const zones = new Set(["UTC", chosen, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].map((zone) => ({
    value: zone,
    label: `${zone.replaceAll("_", " ")} (${offsetOf(zone, locale, now)})`,
  }));
}

function offsetOf(timeZone: string, locale: string, now: Date): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortOffset" }).formatToParts(now);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
}

/** The country of a browser's language, `es-AR`: AR; empty when it names none. */
export function countryOf(language: string): string {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1] ?? "";
  return codes.includes(region) ? region : "";
}
