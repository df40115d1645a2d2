-- A zone that PostgreSQL knows, else UTC: what counts by it goes on where JavaScript knows more than the database.
CREATE OR REPLACE FUNCTION parley_known_zone(zone text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM 'epoch'::timestamptz AT TIME ZONE zone;
  RETURN zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;

-- Seconds inside the company's opening hours as they were at the end; null: it had no calendar then, all time counts.
CREATE OR REPLACE FUNCTION parley_report_open(company uuid, began timestamptz, ended timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT parley_business_seconds(parley_known_zone(v."timeZone"), v."hours", v."holidays", began, ended) FROM (
    SELECT c.* FROM report_calendars c WHERE c."companyId" = company AND c."since" <= ended
    ORDER BY c."since" DESC LIMIT 1) v WHERE v."hours" IS NOT NULL
$$;

-- What JavaScript took a stored zone for, by the name of a place: until now every zone that it knows was taken, also
-- abbreviations that PostgreSQL does not know or takes for others, and offsets, which it turns round.
CREATE FUNCTION parley_zone_by_place(zone text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    CASE WHEN upper(zone) IN ('UTC', 'GMT') THEN zone
      WHEN zone ~* '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/'
        AND parley_known_zone(zone) = zone THEN zone END,
    jsonb_build_object(
      'ACT', 'Australia/Darwin', 'AET', 'Australia/Sydney', 'AGT', 'America/Argentina/Buenos_Aires', 'ART', 'Africa/Cairo',
      'AST', 'America/Anchorage', 'BET', 'America/Sao_Paulo', 'BST', 'Asia/Dhaka', 'CAT', 'Africa/Maputo',
      'CNT', 'America/St_Johns', 'CST', 'America/Chicago', 'CTT', 'Asia/Shanghai', 'EAT', 'Africa/Nairobi',
      'ECT', 'Europe/Paris', 'IET', 'America/Indiana/Indianapolis', 'IST', 'Asia/Kolkata', 'JST', 'Asia/Tokyo',
      'MIT', 'Pacific/Apia', 'NET', 'Asia/Yerevan', 'NST', 'Pacific/Auckland', 'PLT', 'Asia/Karachi',
      'PNT', 'America/Phoenix', 'PRT', 'America/Puerto_Rico', 'PST', 'America/Los_Angeles', 'SST', 'Pacific/Guadalcanal',
      'VST', 'Asia/Ho_Chi_Minh', 'HST', 'Pacific/Honolulu', 'MST', 'America/Phoenix', 'EST', 'America/Panama') ->> upper(zone),
    jsonb_build_object(
      'CET', 'Europe/Brussels', 'EET', 'Europe/Athens', 'MET', 'Europe/Brussels', 'WET', 'Europe/Lisbon',
      'EST5EDT', 'America/New_York', 'CST6CDT', 'America/Chicago', 'MST7MDT', 'America/Denver', 'PST8PDT', 'America/Los_Angeles',
      'CUBA', 'America/Havana', 'EGYPT', 'Africa/Cairo', 'EIRE', 'Europe/Dublin', 'GB', 'Europe/London',
      'GB-EIRE', 'Europe/London', 'HONGKONG', 'Asia/Hong_Kong', 'ICELAND', 'Atlantic/Reykjavik', 'IRAN', 'Asia/Tehran',
      'ISRAEL', 'Asia/Jerusalem', 'JAMAICA', 'America/Jamaica', 'JAPAN', 'Asia/Tokyo', 'KWAJALEIN', 'Pacific/Kwajalein',
      'LIBYA', 'Africa/Tripoli', 'NZ', 'Pacific/Auckland', 'NZ-CHAT', 'Pacific/Chatham', 'NAVAJO', 'America/Denver',
      'PRC', 'Asia/Shanghai', 'POLAND', 'Europe/Warsaw', 'PORTUGAL', 'Europe/Lisbon', 'ROC', 'Asia/Taipei',
      'ROK', 'Asia/Seoul', 'SINGAPORE', 'Asia/Singapore', 'TURKEY', 'Europe/Istanbul', 'W-SU', 'Europe/Moscow',
      'US/PACIFIC-NEW', 'America/Los_Angeles') ->> upper(zone),
    -- Etc has whole hours, with the sign that POSIX gives them; these places have such a clock all the year.
    jsonb_build_object(
      '+0330', 'Asia/Tehran', '+0430', 'Asia/Kabul', '+0530', 'Asia/Kolkata', '+0545', 'Asia/Kathmandu',
      '+0630', 'Asia/Yangon', '+0930', 'Australia/Darwin') ->> replace(zone, ':', ''),
    CASE WHEN zone ~ '^[+-]\d\d(:?00)?$' AND left(zone, 3)::int BETWEEN -12 AND 14 AND left(zone, 3)::int <> 0
      THEN 'Etc/GMT' || CASE left(zone, 1) WHEN '+' THEN '-' ELSE '+' END || abs(left(zone, 3)::int) END,
    'UTC')
$$;

-- What calendars said from when on is changed with them: no other moment is kept.
SET CONSTRAINTS report_calendar IMMEDIATE;

-- Days were added up by a zone that is now another: they are, anew.
CREATE TEMP TABLE folds_of_others ON COMMIT DROP AS
  SELECT f."companyId" FROM report_folds f WHERE f."timeZone" <> parley_zone_by_place(f."timeZone")
  UNION SELECT r."companyId" FROM report_calendars r WHERE r."timeZone" <> parley_zone_by_place(r."timeZone");
UPDATE report_calendars SET "timeZone" = parley_zone_by_place("timeZone") WHERE "timeZone" <> parley_zone_by_place("timeZone");
UPDATE calendars SET "timeZone" = parley_zone_by_place("timeZone") WHERE "timeZone" <> parley_zone_by_place("timeZone");
UPDATE companies SET "settings" = jsonb_set("settings", '{timeZone}', to_jsonb(parley_zone_by_place("settings"->>'timeZone')))
  WHERE "settings"->>'timeZone' <> parley_zone_by_place("settings"->>'timeZone');
DELETE FROM report_days WHERE "companyId" IN (SELECT "companyId" FROM folds_of_others);
UPDATE report_folds SET "timeZone" = parley_zone_by_place("timeZone"), "until" = NULL, "staleAt" = clock_timestamp()
  WHERE "companyId" IN (SELECT "companyId" FROM folds_of_others);
DROP FUNCTION parley_zone_by_place(text);
