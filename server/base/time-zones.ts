const areas =
  "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US";
const names = new RegExp(`^(?:UTC|GMT|(?:${areas})/[a-z0-9_+/-]+)$`, "i");
/** The one name of such a form that JavaScript knows and PostgreSQL does not. */
const unknownToDatabase = /^US\/Pacific-New$/i;

/** Whether JavaScript knows it, under whatever name: for what the database never counts by. */
export function isKnownZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/**
 * A zone of IANA by its Area/Place, UTC or GMT: JavaScript and PostgreSQL know these and mean the same. An offset is
 * turned round by PostgreSQL, and it does not know an abbreviation such as CAT, or takes it for another zone (IST).
 */
export function isTimeZone(text: string): boolean {
  return names.test(text) && !unknownToDatabase.test(text) && isKnownZone(text);
}

export const timeZoneFault = {
  message: "Not a time zone: give its name by area and place, such as Europe/Madrid, or UTC.",
  params: { code: "invalid_time_zone" },
};
