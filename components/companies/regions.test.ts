import { expect, it } from "vitest";
import { countryOf, countryOptions, timeZoneOptions } from "./regions.ts";

it("names countries in the reader's language, in the order of that language", () => {
  const spanish = countryOptions("es");
  expect(spanish.find(({ value }) => value === "DE")?.label).toBe("Alemania");
  expect(spanish.map(({ label }) => label)).toEqual(
    [...spanish.map(({ label }) => label)].sort((a, b) => a.localeCompare(b, "es")),
  );
  expect(countryOptions("en").find(({ value }) => value === "DE")?.label).toBe("Germany");
});

it("tells how far each time zone is from UTC", () => {
  const zones = timeZoneOptions("en", "America/Argentina/Buenos_Aires", new Date("2026-11-21T12:00:00Z"));
  expect(zones[0]?.value).toBe("UTC");
  expect(zones.find(({ value }) => value === "Europe/Madrid")?.label).toBe("Europe/Madrid (GMT+1)");
  expect(zones.map(({ value }) => value)).toContain("America/Argentina/Buenos_Aires");
  expect(new Set(zones.map(({ value }) => value)).size).toBe(zones.length);
});

it("takes the country from a language that names one", () => {
  expect([countryOf("es-AR"), countryOf("en-GB"), countryOf("es"), countryOf("es-419")]).toEqual(["AR", "GB", "", ""]);
});
