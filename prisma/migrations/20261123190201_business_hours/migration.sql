-- AlterTable
ALTER TABLE "report_days" ADD COLUMN     "openPacked" BYTEA,
ADD COLUMN     "openSum" DECIMAL(20,2);

-- AlterTable
ALTER TABLE "report_facts" ADD COLUMN     "openValue" DECIMAL(16,2);

-- AlterTable
ALTER TABLE "report_folds" ADD COLUMN     "staleAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "report_states" ADD COLUMN     "waitedOpen" INTEGER;

-- CreateTable
CREATE TABLE "report_calendars" (
    "companyId" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "timeZone" TEXT NOT NULL,
    "hours" JSONB,
    "holidays" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "report_calendars_pkey" PRIMARY KEY ("companyId","since")
);

SELECT parley_lock_tenant_table('report_calendars');

-- How far the clocks of a zone are ahead of UTC.
CREATE FUNCTION parley_zone_offset(zone text, at timestamptz) RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT (at AT TIME ZONE zone) - (at AT TIME ZONE 'UTC')
$$;

-- The minutes of a day that a range opens: 09-13,15:30-18; * all day, - closed.
CREATE FUNCTION parley_open_minutes(range text) RETURNS int4multirange LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE range WHEN '*' THEN '{[0,1440)}'::int4multirange WHEN '-' THEN '{}'::int4multirange ELSE (
    SELECT range_agg(int4range(p.a, p.b)) FROM (
      SELECT split_part(m[1], ':', 1)::int * 60 + coalesce(nullif(split_part(m[1], ':', 2), ''), '0')::int AS a,
        split_part(m[2], ':', 1)::int * 60 + coalesce(nullif(split_part(m[2], ':', 2), ''), '0')::int AS b
      FROM (SELECT string_to_array(trim(s), '-') AS m FROM unnest(string_to_array(range, ',')) s) x) p WHERE p.a < p.b) END
$$;

-- Seconds between two moments inside opening hours, as server/calendars/hours.ts counts them: where clocks go back, an
-- hour that comes twice is open twice. A test holds the two together.
CREATE FUNCTION parley_business_seconds(zone text, hours jsonb, holidays jsonb, since timestamptz, until timestamptz)
RETURNS integer LANGUAGE plpgsql STABLE AS $$
DECLARE
  week int4multirange[] := ARRAY(
    SELECT coalesce((SELECT range_agg(r) FROM jsonb_array_elements(hours) h, unnest(parley_open_minutes(h->>'range')) r
      WHERE h->'days' ? d."name"), '{}'::int4multirange)
    FROM unnest('{MON,TUE,WED,THU,FRI,SAT,SUN}'::text[]) WITH ORDINALITY d("name", "place") ORDER BY d."place");
  single date[] := ARRAY(SELECT (d->>'date')::date FROM jsonb_array_elements(holidays) d WHERE NOT coalesce((d->>'yearly')::boolean, false));
  yearly text[] := ARRAY(SELECT substr(d->>'date', 6) FROM jsonb_array_elements(holidays) d WHERE (d->>'yearly')::boolean);
  began timestamptz := since;
  steady timestamptz;
  next timestamptz;
  early timestamptz;
  middle timestamptz;
  ahead interval;
  open numeric := 0;
BEGIN
  WHILE began < until LOOP
    -- As far as the clocks are not set.
    ahead := parley_zone_offset(zone, began);
    steady := began;
    WHILE steady < until LOOP
      next := least(steady + interval '24 hours', until);
      IF parley_zone_offset(zone, next) <> ahead THEN
        early := date_trunc('minute', steady);
        next := date_trunc('minute', next + interval '59.999 seconds');
        WHILE next - early > interval '1 minute' LOOP
          middle := date_trunc('minute', early + (next - early) / 2);
          IF parley_zone_offset(zone, middle) = ahead THEN early := middle; ELSE next := middle; END IF;
        END LOOP;
        steady := least(next, until);
        EXIT;
      END IF;
      steady := next;
    END LOOP;
    open := open + coalesce((
      SELECT sum(extract(epoch FROM least(w."to", d + upper(r) * interval '1 minute') - greatest(w."from", d + lower(r) * interval '1 minute')))
      FROM (SELECT (began AT TIME ZONE 'UTC') + ahead AS "from", (steady AT TIME ZONE 'UTC') + ahead AS "to") w,
        generate_series(date_trunc('day', w."from"), w."to", interval '1 day') d, unnest(week[extract(isodow FROM d)::int]) r
      WHERE d + upper(r) * interval '1 minute' > w."from" AND d + lower(r) * interval '1 minute' < w."to"
        AND d::date <> ALL (single) AND to_char(d, 'MM-DD') <> ALL (yearly)), 0);
    began := steady;
  END LOOP;
  RETURN round(open)::int;
END $$;

-- Seconds inside the company's opening hours as they were at the end; null: it had no calendar then, all time counts.
CREATE FUNCTION parley_report_open(company uuid, began timestamptz, ended timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT parley_business_seconds(v."timeZone", v."hours", v."holidays", began, ended) FROM (
    SELECT c.* FROM report_calendars c WHERE c."companyId" = company AND c."since" <= ended
    ORDER BY c."since" DESC LIMIT 1) v WHERE v."hours" IS NOT NULL
$$;

-- Keeps what the default calendar said from when on. The first one counts for what was before it, too: all is then
-- measured anew when days are next added up.
CREATE FUNCTION parley_report_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid := coalesce(NEW."companyId", OLD."companyId");
  moment timestamptz;
  now_on calendars;
  last report_calendars;
BEGIN
  SELECT c.* INTO now_on FROM calendars c WHERE c."companyId" = company AND c."isDefault" ORDER BY c."updatedAt" DESC LIMIT 1;
  SELECT r.* INTO last FROM report_calendars r WHERE r."companyId" = company ORDER BY r."since" DESC LIMIT 1;
  IF last."since" IS NULL THEN
    IF now_on."id" IS NULL THEN RETURN NULL; END IF;
    moment := '0001-01-01 00:00+00';
    INSERT INTO report_folds ("companyId", "timeZone", "staleAt") VALUES (company, now_on."timeZone", clock_timestamp())
      ON CONFLICT ("companyId") DO UPDATE SET "staleAt" = excluded."staleAt";
  ELSIF (last."hours", last."holidays", last."timeZone") IS NOT DISTINCT FROM
    (now_on."hours", coalesce(now_on."holidays", '[]'), coalesce(now_on."timeZone", 'UTC')) THEN
    RETURN NULL;
  ELSE
    moment := greatest(last."since", coalesce(now_on."updatedAt", NEW."updatedAt", clock_timestamp()));
  END IF;
  INSERT INTO report_calendars ("companyId", "since", "timeZone", "hours", "holidays")
    VALUES (company, moment, coalesce(now_on."timeZone", 'UTC'), now_on."hours", coalesce(now_on."holidays", '[]'))
    ON CONFLICT ("companyId", "since") DO UPDATE
      SET "timeZone" = excluded."timeZone", "hours" = excluded."hours", "holidays" = excluded."holidays";
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER report_calendar AFTER INSERT OR UPDATE OR DELETE ON calendars
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION parley_report_calendar();

DROP FUNCTION parley_report_fact(report_states, events, text, numeric, uuid, boolean, uuid);
CREATE FUNCTION parley_report_fact(s report_states, e events, metric text, value numeric, agent uuid, bot boolean, phase uuid,
  open integer DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "openValue", "contactId", "agentId",
    "teamId", "channelId", "phaseId", "chatbotId", "isBot", "tags")
  VALUES (e."companyId", e."conversationId", e."id", metric, e."createdAt", value, open, s."contactId", agent,
    s."teamId", s."channelId", phase, s."chatbotId", bot, s."tags");
  IF e."createdAt" < now() - interval '30 minutes' THEN
    INSERT INTO report_late ("companyId", "at") VALUES (e."companyId", e."createdAt");
  END IF;
END $$;

-- A stretch of waiting ends.
CREATE FUNCTION parley_report_waited(INOUT s report_states, at timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  seconds integer := parley_report_seconds(s."neededAt", at);
  open integer := parley_report_open(s."companyId", s."neededAt", at);
BEGIN
  IF open IS NOT NULL OR s."waitedOpen" IS NOT NULL THEN
    s."waitedOpen" := coalesce(s."waitedOpen", s."waited", 0) + coalesce(open, seconds);
  END IF;
  s."waited" := coalesce(s."waited", 0) + seconds;
END $$;

CREATE OR REPLACE FUNCTION parley_report_message(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  speaker text := e."data" #>> '{message,sender,type}';
  speaker_id text := e."data" #>> '{message,sender,id}';
  agent uuid;
  since timestamptz;
BEGIN
  s."chatbotId" := coalesce(parley_report_id(e."data"->>'chatbotId'), s."chatbotId");
  IF speaker = 'visitor' THEN
    PERFORM parley_report_fact(s, e, 'message_in', 1, NULL, false, NULL);
    s."asked" := true;
    IF s."open" AND NOT (e."data"->>'processMessage')::boolean THEN
      s := parley_report_need(s, e."createdAt");
    END IF;
  ELSIF speaker = 'robot' THEN
    -- A template that somebody had sent to many speaks in that person's name.
    IF speaker_id = e."actorId" AND speaker_id IS DISTINCT FROM s."chatbotId"::text THEN RETURN; END IF;
    PERFORM parley_report_fact(s, e, 'message_bot', 1, NULL, true, NULL);
    IF NOT s."botSpoke" THEN
      PERFORM parley_report_fact(s, e, 'bot_served', 1, NULL, true, NULL);
      s."botSpoke" := true;
    END IF;
  ELSE
    agent := CASE WHEN speaker = 'user' THEN parley_report_id(speaker_id) END;
    PERFORM parley_report_fact(s, e, 'message_out', 1, agent, false, NULL);
    since := CASE WHEN s."answered" THEN s."neededAt" ELSE s."firstNeededAt" END;
    -- Needed by this very message, which switched the bot off: nobody waited.
    IF since < e."createdAt" THEN
      PERFORM parley_report_fact(s, e, CASE WHEN s."answered" THEN 'next_response' ELSE 'first_response' END,
        parley_report_seconds(since, e."createdAt"), agent, false, NULL,
        parley_report_open(e."companyId", since, e."createdAt"));
    END IF;
    IF s."neededAt" < e."createdAt" THEN
      s := parley_report_waited(s, e."createdAt");
    END IF;
    s."neededAt" := NULL;
    s."firstNeededAt" := NULL;
    s."asked" := false;
    s."answered" := true;
    s."humanSpoke" := true;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION parley_report_change(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  changes jsonb := e."data"->'changes';
  bot text := changes #>> '{chatbotState,after}';
BEGIN
  IF changes ? 'amount' THEN
    s."amount" := coalesce((changes #>> '{amount,after}')::numeric, 0);
  END IF;
  IF changes ? 'teamId' THEN
    s."teamId" := parley_report_id(changes #>> '{teamId,after}');
  END IF;
  IF bot = 'OFF' THEN
    IF s."botSpoke" AND NOT s."handedOver" THEN
      PERFORM parley_report_fact(s, e, 'bot_handed_over', 1, s."agentId", true, NULL);
      s."handedOver" := true;
    END IF;
    IF s."asked" AND s."open" THEN s := parley_report_need(s, e."createdAt"); END IF;
  ELSIF bot = 'ON' THEN
    IF s."neededAt" < e."createdAt" THEN
      s := parley_report_waited(s, e."createdAt");
    END IF;
    s."neededAt" := NULL;
    s."firstNeededAt" := NULL;
  END IF;
  IF changes #>> '{status,before}' = 'closed' AND changes #>> '{status,after}' = 'opened' THEN
    PERFORM parley_report_fact(s, e, 'reopened', 1, s."agentId", false, NULL);
    s."open" := true;
    s."startedAt" := e."createdAt";
    s."waited" := NULL;
    s."waitedOpen" := NULL;
    s."humanSpoke" := false;
    s."botSpoke" := false;
    s."handedOver" := false;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION parley_report_close(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  agent uuid := coalesce(s."agentId", parley_report_id(e."data"->>'assignedTo'), parley_report_id(e."data"->>'closedBy'));
  began timestamptz := coalesce(s."startedAt", (e."data"->>'createdAt')::timestamptz);
BEGIN
  IF NOT s."open" THEN RETURN; END IF;
  IF s."neededAt" IS NOT NULL THEN
    s := parley_report_waited(s, e."createdAt");
  END IF;
  PERFORM parley_report_fact(s, e, 'resolution',
    parley_report_seconds(began, e."createdAt"), agent, false, NULL,
    parley_report_open(e."companyId", began, e."createdAt"));
  IF s."waited" IS NOT NULL THEN
    PERFORM parley_report_fact(s, e, 'waiting', s."waited", agent, false, NULL, s."waitedOpen");
  END IF;
  IF s."botSpoke" AND NOT s."humanSpoke" AND s."waited" IS NULL THEN
    PERFORM parley_report_fact(s, e, 'bot_contained', 1, NULL, true, NULL);
  END IF;
  s."open" := false;
  s."closedAt" := e."createdAt";
  s."neededAt" := NULL;
  s."asked" := false;
  s."waited" := NULL;
  s."waitedOpen" := NULL;
END $$;

CREATE OR REPLACE FUNCTION parley_report_move(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  before uuid := parley_report_id(e."data"->>'previousPhaseId');
  after uuid := parley_report_id(e."data"->>'phaseId');
  since timestamptz := coalesce(s."phaseSince", (e."data"->>'createdAt')::timestamptz);
BEGIN
  PERFORM parley_report_fact(s, e, 'phase_left', parley_report_seconds(since, e."createdAt"), s."agentId", false, before,
    parley_report_open(e."companyId", since, e."createdAt"));
  PERFORM parley_report_fact(s, e, 'phase_entered', s."amount", s."agentId", false, after);
  s."phaseId" := after;
  s."phaseSince" := e."createdAt";
END $$;

CREATE OR REPLACE FUNCTION parley_report_keep(s report_states) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_states SELECT (s).*
  ON CONFLICT ("companyId", "conversationId") DO UPDATE SET
    ("contactId", "agentId", "teamId", "channelId", "phaseId", "phaseSince", "chatbotId", "tags", "amount", "open",
      "startedAt", "closedAt", "asked", "answered", "neededAt", "firstNeededAt", "waited", "humanSpoke", "botSpoke", "handedOver",
      "waitedOpen")
    = ROW (excluded."contactId", excluded."agentId", excluded."teamId", excluded."channelId", excluded."phaseId",
      excluded."phaseSince", excluded."chatbotId", excluded."tags", excluded."amount", excluded."open",
      excluded."startedAt", excluded."closedAt", excluded."asked", excluded."answered", excluded."neededAt",
      excluded."firstNeededAt", excluded."waited", excluded."humanSpoke", excluded."botSpoke", excluded."handedOver",
      excluded."waitedOpen")
$$;

-- Companies with a default calendar: what was measured before is measured anew when days are next added up.
INSERT INTO report_calendars ("companyId", "since", "timeZone", "hours", "holidays")
  SELECT DISTINCT ON ("companyId") "companyId", '0001-01-01 00:00+00', "timeZone", "hours", "holidays" FROM calendars
  WHERE "isDefault" ORDER BY "companyId", "updatedAt" DESC;
UPDATE report_folds f SET "staleAt" = now() FROM report_calendars c WHERE c."companyId" = f."companyId";
