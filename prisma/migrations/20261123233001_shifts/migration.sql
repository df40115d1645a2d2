-- AlterTable
ALTER TABLE "report_days" ADD COLUMN     "step" TEXT;

-- AlterTable
ALTER TABLE "report_facts" ADD COLUMN     "step" TEXT;

-- AlterTable
ALTER TABLE "report_states" ADD COLUMN     "askedStep" TEXT,
ADD COLUMN     "heldSince" TIMESTAMPTZ(3),
ADD COLUMN     "pending" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "snoozed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "report_shifts" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "teamId" UUID,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "occupied" INTEGER,

    CONSTRAINT "report_shifts_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "report_shifts_companyId_userId_startedAt_idx" ON "report_shifts"("companyId", "userId", "startedAt");

SELECT parley_lock_tenant_table('report_shifts');
-- Nobody is available twice at a time.
CREATE UNIQUE INDEX report_shifts_open ON report_shifts ("companyId", "userId") WHERE "endedAt" IS NULL;

CREATE OR REPLACE FUNCTION parley_report_fresh(company uuid, conversation uuid) RETURNS report_states LANGUAGE plpgsql STABLE AS $$
DECLARE s report_states;
BEGIN
  s."companyId" := company;
  s."conversationId" := conversation;
  s."tags" := '{}';
  s."amount" := 0;
  s."open" := true;
  s."asked" := false;
  s."answered" := false;
  s."humanSpoke" := false;
  s."botSpoke" := false;
  s."handedOver" := false;
  s."snoozed" := false;
  s."pending" := false;
  RETURN s;
END $$;

CREATE OR REPLACE FUNCTION parley_report_keep(s report_states) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_states ("companyId", "conversationId", "contactId", "agentId", "teamId", "channelId", "phaseId", "phaseSince",
    "chatbotId", "tags", "amount", "open", "startedAt", "closedAt", "asked", "answered", "neededAt", "firstNeededAt", "waited",
    "humanSpoke", "botSpoke", "handedOver", "waitedOpen", "heldSince", "snoozed", "askedStep", "pending")
  SELECT (s)."companyId", (s)."conversationId", (s)."contactId", (s)."agentId", (s)."teamId", (s)."channelId", (s)."phaseId",
    (s)."phaseSince", (s)."chatbotId", (s)."tags", (s)."amount", (s)."open", (s)."startedAt", (s)."closedAt", (s)."asked",
    (s)."answered", (s)."neededAt", (s)."firstNeededAt", (s)."waited", (s)."humanSpoke", (s)."botSpoke", (s)."handedOver",
    (s)."waitedOpen", (s)."heldSince", (s)."snoozed", (s)."askedStep", (s)."pending"
  ON CONFLICT ("companyId", "conversationId") DO UPDATE SET
    ("contactId", "agentId", "teamId", "channelId", "phaseId", "phaseSince", "chatbotId", "tags", "amount", "open",
      "startedAt", "closedAt", "asked", "answered", "neededAt", "firstNeededAt", "waited", "humanSpoke", "botSpoke", "handedOver",
      "waitedOpen", "heldSince", "snoozed", "askedStep", "pending")
    = ROW (excluded."contactId", excluded."agentId", excluded."teamId", excluded."channelId", excluded."phaseId",
      excluded."phaseSince", excluded."chatbotId", excluded."tags", excluded."amount", excluded."open",
      excluded."startedAt", excluded."closedAt", excluded."asked", excluded."answered", excluded."neededAt",
      excluded."firstNeededAt", excluded."waited", excluded."humanSpoke", excluded."botSpoke", excluded."handedOver",
      excluded."waitedOpen", excluded."heldSince", excluded."snoozed", excluded."askedStep", excluded."pending")
$$;

CREATE OR REPLACE FUNCTION parley_report_measures(type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT type = ANY ('{conversation/created,conversation/message,conversation/updated,conversation/archived,conversation/phase_changed,conversation/operator_assigned,conversation/contact,conversation/tag_added,conversation/tag_removed,conversation/imported,conversation/deleted,conversation/snoozed,conversation/unsnoozed,csat/asked,csat/received,sla/met,sla/breached}'::text[])
$$;

DROP FUNCTION parley_report_fact(report_states, events, text, numeric, uuid, boolean, uuid, integer);
CREATE FUNCTION parley_report_fact(s report_states, e events, metric text, value numeric, agent uuid, bot boolean, phase uuid,
  open integer DEFAULT NULL, step text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "openValue", "contactId", "agentId",
    "teamId", "channelId", "phaseId", "chatbotId", "isBot", "tags", "step")
  VALUES (e."companyId", e."conversationId", e."id", metric, e."createdAt", value, open, s."contactId", agent,
    s."teamId", s."channelId", phase, s."chatbotId", bot, s."tags", step);
  IF e."createdAt" < now() - interval '30 minutes' THEN
    INSERT INTO report_late ("companyId", "at") VALUES (e."companyId", e."createdAt");
  END IF;
END $$;

-- What a flow asked, and what it got no answer to: the visitor wrote nothing before the end, or before a person came.
CREATE FUNCTION parley_report_questions(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  speaker text := e."data" #>> '{message,sender,type}';
  step text := e."data" #>> '{message,step}';
BEGIN
  IF e."type" = 'conversation/message' THEN
    IF speaker = 'visitor' THEN
      s."pending" := false;
    ELSIF speaker = 'robot' AND step <> '' THEN
      -- Asked again after an answer that was none, it is the same question.
      IF s."askedStep" IS DISTINCT FROM step THEN
        PERFORM parley_report_fact(s, e, 'bot_asked', 1, NULL, true, NULL, NULL, step);
      END IF;
      s."askedStep" := step;
      s."pending" := true;
    END IF;
    RETURN;
  END IF;
  IF s."pending" AND (e."type" = 'conversation/archived' OR e."data" #>> '{changes,chatbotState,after}' = 'OFF') THEN
    PERFORM parley_report_fact(s, e, 'bot_unanswered', 1, NULL, true, NULL, NULL, s."askedStep");
    s."pending" := false;
  END IF;
  IF e."data" #>> '{changes,status,before}' = 'closed' THEN
    s."askedStep" := NULL;
    s."pending" := false;
  END IF;
END $$;

ALTER FUNCTION parley_report_step(report_states, events) RENAME TO parley_report_measure;

-- The one place that turns an event into facts: the same for what happens now and for what is computed anew.
CREATE FUNCTION parley_report_step(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  holder uuid := s."agentId";
BEGIN
  s := parley_report_measure(s, e);
  CASE e."type"
  WHEN 'conversation/message', 'conversation/updated' THEN s := parley_report_questions(s, e);
  WHEN 'conversation/archived' THEN
    s := parley_report_questions(s, e);
    s."snoozed" := false;
  WHEN 'conversation/snoozed' THEN s."snoozed" := true;
  WHEN 'conversation/unsnoozed' THEN s."snoozed" := false;
  ELSE NULL;
  END CASE;
  IF s."heldSince" IS NOT NULL AND (NOT s."open" OR s."snoozed" OR s."agentId" IS DISTINCT FROM holder) THEN
    IF s."heldSince" < e."createdAt" THEN
      PERFORM parley_report_fact(s, e, 'held', parley_report_seconds(s."heldSince", e."createdAt"), holder, false, NULL,
        parley_report_open(e."companyId", s."heldSince", e."createdAt"));
    END IF;
    s."heldSince" := NULL;
  END IF;
  IF s."heldSince" IS NULL AND s."open" AND NOT s."snoozed" AND s."agentId" IS NOT NULL THEN
    s."heldSince" := e."createdAt";
  END IF;
END $$;

-- Seconds of a stretch in which somebody held at least one open conversation that was not put off.
CREATE FUNCTION parley_report_occupied(company uuid, person uuid, began timestamptz, ended timestamptz) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT coalesce(round(sum(extract(epoch FROM upper(r) - lower(r)))), 0)::int FROM unnest((
    SELECT range_agg(tstzrange(greatest(h."from", began), least(h."to", ended))) FROM (
      SELECT f."at" - f."value" * interval '1 second' AS "from", f."at" AS "to" FROM report_facts f
      WHERE f."companyId" = company AND f."metric" = 'held' AND f."at" > began AND f."agentId" = person
        AND f."at" - f."value" * interval '1 second' < ended
      UNION ALL
      SELECT x."heldSince", 'infinity' FROM report_states x
      WHERE x."companyId" = company AND x."open" AND x."agentId" = person AND x."heldSince" < ended) h)) r
$$;

-- What a stretch that ended was worth is written with it, so that it is the same when facts are computed anew.
CREATE FUNCTION parley_report_shift_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."occupied" := least(parley_report_seconds(NEW."startedAt", NEW."endedAt"),
    parley_report_occupied(NEW."companyId", NEW."userId", NEW."startedAt", NEW."endedAt"));
  NEW."teamId" := coalesce(NEW."teamId", (SELECT (array_agg(t."teamId"))[1] FROM team_members t
    WHERE t."companyId" = NEW."companyId" AND t."userId" = NEW."userId" AND t."role" = 'primary' HAVING count(*) = 1));
  RETURN NEW;
END $$;
CREATE TRIGGER report_shift_ends BEFORE INSERT OR UPDATE ON report_shifts FOR EACH ROW
  WHEN (NEW."endedAt" IS NOT NULL AND NEW."occupied" IS NULL) EXECUTE FUNCTION parley_report_shift_ends();

-- It counts in the hour that it is of, also where it ends with it.
CREATE FUNCTION parley_report_shift(m report_shifts) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := m."endedAt" - interval '1 millisecond';
BEGIN
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "agentId", "teamId")
    SELECT m."companyId", m."id", m."id", v."metric", moment, v."value", m."userId", m."teamId"
    FROM (VALUES ('available', parley_report_seconds(m."startedAt", m."endedAt")), ('occupied', m."occupied")) v("metric", "value")
    WHERE v."metric" = 'available' OR v."value" > 0
  ON CONFLICT DO NOTHING;
  IF moment < now() - interval '30 minutes' THEN
    INSERT INTO report_late ("companyId", "at") VALUES (m."companyId", moment);
  END IF;
END $$;

CREATE FUNCTION parley_report_shift_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parley_report_shift(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER report_shift_facts AFTER INSERT OR UPDATE ON report_shifts FOR EACH ROW
  WHEN (NEW."endedAt" IS NOT NULL) EXECUTE FUNCTION parley_report_shift_facts();

-- Cuts what goes on at the full hours until a moment.
CREATE FUNCTION parley_report_cut_shift(shift report_shifts, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  hour timestamptz := date_trunc('hour', shift."startedAt", 'UTC') + interval '1 hour';
BEGIN
  IF hour > until THEN RETURN; END IF;
  UPDATE report_shifts SET "endedAt" = hour WHERE "companyId" = shift."companyId" AND "id" = shift."id";
  WHILE hour + interval '1 hour' <= until LOOP
    INSERT INTO report_shifts ("companyId", "id", "userId", "startedAt", "endedAt")
      VALUES (shift."companyId", parley_report_new_id(), shift."userId", hour, hour + interval '1 hour');
    hour := hour + interval '1 hour';
  END LOOP;
  INSERT INTO report_shifts ("companyId", "id", "userId", "startedAt")
    VALUES (shift."companyId", parley_report_new_id(), shift."userId", hour);
END $$;

-- A UUIDv7 of now.
CREATE FUNCTION parley_report_new_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1),
    'hex')::uuid
$$;

-- Of those who are available, until a minute after they were last seen.
CREATE FUNCTION parley_report_cut_shifts(company uuid) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  shift report_shifts;
  seen timestamptz;
  cut integer := 0;
BEGIN
  FOR shift IN SELECT r.* FROM report_shifts r WHERE r."companyId" = company AND r."endedAt" IS NULL
    AND r."startedAt" < date_trunc('hour', now(), 'UTC') ORDER BY r."userId" FOR UPDATE LOOP
    SELECT a."seenAt" INTO seen FROM agent_states a WHERE a."companyId" = company AND a."userId" = shift."userId";
    PERFORM parley_report_cut_shift(shift, least(now(), seen + interval '60 seconds'));
    cut := cut + 1;
  END LOOP;
  RETURN cut;
END $$;

-- Begins or ends somebody's stretch, by what they say and whether they are connected; `seen`: when they last were before.
CREATE FUNCTION parley_report_follow(company uuid, person uuid, seen timestamptz, broken boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  shift report_shifts;
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  ended timestamptz;
  available boolean := EXISTS (
    SELECT FROM users u JOIN agent_states a ON a."companyId" = u."companyId" AND a."userId" = u."id"
    WHERE u."companyId" = company AND u."id" = person AND a."online" AND u."active" AND u."availability" = 'online'
      AND u."role" <> 'viewer');
BEGIN
  IF broken OR NOT available THEN
    SELECT r.* INTO shift FROM report_shifts r
      WHERE r."companyId" = company AND r."userId" = person AND r."endedAt" IS NULL FOR UPDATE;
    IF FOUND THEN
      ended := least(moment, greatest(shift."startedAt", coalesce(seen + interval '60 seconds', moment)));
      PERFORM parley_report_cut_shift(shift, ended);
      DELETE FROM report_shifts WHERE "companyId" = company AND "userId" = person AND "endedAt" IS NULL AND "startedAt" >= ended;
      UPDATE report_shifts SET "endedAt" = ended WHERE "companyId" = company AND "userId" = person AND "endedAt" IS NULL;
    END IF;
  END IF;
  IF available THEN
    INSERT INTO report_shifts ("companyId", "id", "userId", "startedAt") VALUES (company, parley_report_new_id(), person, moment)
    ON CONFLICT DO NOTHING;
  END IF;
END $$;

CREATE FUNCTION parley_report_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    PERFORM parley_report_follow(NEW."companyId", NEW."id", NULL, false);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM parley_report_follow(NEW."companyId", NEW."userId", NULL, false);
  ELSE
    PERFORM parley_report_follow(NEW."companyId", NEW."userId", OLD."seenAt", true);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER report_follows_person AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD."availability", OLD."active", OLD."role") IS DISTINCT FROM (NEW."availability", NEW."active", NEW."role"))
  EXECUTE FUNCTION parley_report_follows();
CREATE TRIGGER report_follows_first AFTER INSERT ON agent_states FOR EACH ROW EXECUTE FUNCTION parley_report_follows();
-- Who was not seen for long had gone, whatever stood there: the service was down.
CREATE TRIGGER report_follows_sockets AFTER UPDATE ON agent_states FOR EACH ROW
  WHEN (OLD."online" IS DISTINCT FROM NEW."online" OR NEW."seenAt" > OLD."seenAt" + interval '2 minutes')
  EXECUTE FUNCTION parley_report_follows();

-- Computes the facts of the next stretches anew; answers the last one's id, and null when there are no more.
CREATE FUNCTION parley_report_replay_shifts(company uuid, beyond uuid, most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  m report_shifts;
  reached uuid;
BEGIN
  IF beyond IS NULL THEN
    DELETE FROM report_facts f WHERE f."companyId" = company AND f."metric" IN ('available', 'occupied') AND NOT EXISTS (
      SELECT FROM report_shifts r WHERE r."companyId" = company AND r."id" = f."conversationId");
  END IF;
  FOR m IN SELECT r.* FROM report_shifts r WHERE r."companyId" = company AND r."endedAt" IS NOT NULL
    AND (beyond IS NULL OR r."id" > beyond) ORDER BY r."id" LIMIT most FOR NO KEY UPDATE OF r LOOP
    PERFORM parley_report_forget(company, m."id");
    PERFORM parley_report_shift(m);
    reached := m."id";
  END LOOP;
  RETURN reached;
END $$;

-- How long conversations were held is measured anew when days are next added up.
UPDATE report_folds SET "staleAt" = now();
