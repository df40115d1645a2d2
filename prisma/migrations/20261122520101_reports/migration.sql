-- CreateTable
CREATE TABLE "report_facts" (
    "companyId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "eventId" UUID NOT NULL,
    "metric" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "value" DECIMAL(16,2) NOT NULL,
    "contactId" UUID,
    "agentId" UUID,
    "teamId" UUID,
    "channelId" UUID,
    "phaseId" UUID,
    "chatbotId" UUID,
    "isBot" BOOLEAN NOT NULL DEFAULT false,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "report_facts_pkey" PRIMARY KEY ("companyId","conversationId","eventId","metric")
);

-- CreateTable
CREATE TABLE "report_states" (
    "companyId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "contactId" UUID,
    "agentId" UUID,
    "teamId" UUID,
    "channelId" UUID,
    "phaseId" UUID,
    "phaseSince" TIMESTAMPTZ(3),
    "chatbotId" UUID,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "amount" DECIMAL(16,2) NOT NULL DEFAULT 0,
    "open" BOOLEAN NOT NULL DEFAULT true,
    "startedAt" TIMESTAMPTZ(3),
    "closedAt" TIMESTAMPTZ(3),
    "asked" BOOLEAN NOT NULL DEFAULT false,
    "answered" BOOLEAN NOT NULL DEFAULT false,
    "neededAt" TIMESTAMPTZ(3),
    "firstNeededAt" TIMESTAMPTZ(3),
    "waited" INTEGER,
    "humanSpoke" BOOLEAN NOT NULL DEFAULT false,
    "botSpoke" BOOLEAN NOT NULL DEFAULT false,
    "handedOver" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "report_states_pkey" PRIMARY KEY ("companyId","conversationId")
);

-- CreateTable
CREATE TABLE "report_days" (
    "companyId" UUID NOT NULL,
    "metric" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "tag" TEXT NOT NULL,
    "channelId" UUID,
    "agentId" UUID,
    "teamId" UUID,
    "phaseId" UUID,
    "hour" SMALLINT,
    "count" INTEGER NOT NULL,
    "sum" DECIMAL(20,2) NOT NULL,
    "packed" BYTEA,

    CONSTRAINT "report_days_pkey" PRIMARY KEY ("companyId","metric","day","id")
);

-- CreateTable
CREATE TABLE "report_folds" (
    "companyId" UUID NOT NULL,
    "timeZone" TEXT NOT NULL,
    "until" DATE,

    CONSTRAINT "report_folds_pkey" PRIMARY KEY ("companyId")
);

-- CreateTable
CREATE TABLE "report_late" (
    "companyId" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_late_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "report_facts_companyId_metric_at_eventId_idx" ON "report_facts"("companyId", "metric", "at", "eventId");

-- CreateIndex
CREATE INDEX "report_days_companyId_day_idx" ON "report_days"("companyId", "day");

SELECT parley_lock_tenant_table('report_facts');
SELECT parley_lock_tenant_table('report_states');
SELECT parley_lock_tenant_table('report_days');
SELECT parley_lock_tenant_table('report_folds');
SELECT parley_lock_tenant_table('report_late');
GRANT USAGE ON SEQUENCE "report_days_id_seq", "report_late_id_seq" TO parley_app, parley_system;

-- Tags change on facts that have been written; there is room for it on their page.
ALTER TABLE report_facts SET (fillfactor = 90);
ALTER TABLE report_states SET (fillfactor = 80);
-- Who was never answered, by when a human was needed.
CREATE INDEX report_unanswered ON report_states ("companyId", "firstNeededAt", "conversationId") WHERE "firstNeededAt" IS NOT NULL;
-- Who waits now.
CREATE INDEX report_waiting ON report_states ("companyId", "neededAt") WHERE "neededAt" IS NOT NULL;

CREATE FUNCTION parley_report_id(given text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN given ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' THEN given::uuid END
$$;

-- A day is added up an hour after its end: what is written half an hour late or more is noted, and its day read anew.
CREATE FUNCTION parley_report_fact(s report_states, e events, metric text, value numeric, agent uuid, bot boolean, phase uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "contactId", "agentId",
    "teamId", "channelId", "phaseId", "chatbotId", "isBot", "tags")
  VALUES (e."companyId", e."conversationId", e."id", metric, e."createdAt", value, s."contactId", agent,
    s."teamId", s."channelId", phase, s."chatbotId", bot, s."tags");
  IF e."createdAt" < now() - interval '30 minutes' THEN
    INSERT INTO report_late ("companyId", "at") VALUES (e."companyId", e."createdAt");
  END IF;
END $$;

-- Takes back all facts of a conversation.
CREATE FUNCTION parley_report_forget(company uuid, conversation uuid) RETURNS void LANGUAGE sql AS $$
  WITH gone AS (
    DELETE FROM report_facts WHERE "companyId" = company AND "conversationId" = conversation RETURNING "at"
  )
  INSERT INTO report_late ("companyId", "at")
    SELECT DISTINCT company, date_bin('15 minutes', g."at", 'epoch') FROM gone g WHERE g."at" < now() - interval '30 minutes'
$$;

CREATE FUNCTION parley_report_seconds(since timestamptz, until timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, round(extract(epoch FROM until - since)))::int
$$;

CREATE FUNCTION parley_report_message(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
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
        parley_report_seconds(since, e."createdAt"), agent, false, NULL);
    END IF;
    IF s."neededAt" < e."createdAt" THEN
      s."waited" := coalesce(s."waited", 0) + parley_report_seconds(s."neededAt", e."createdAt");
    END IF;
    s."neededAt" := NULL;
    s."firstNeededAt" := NULL;
    s."asked" := false;
    s."answered" := true;
    s."humanSpoke" := true;
  END IF;
END $$;

CREATE FUNCTION parley_report_need(INOUT s report_states, since timestamptz) LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  s."neededAt" := coalesce(s."neededAt", since);
  IF NOT s."answered" THEN s."firstNeededAt" := coalesce(s."firstNeededAt", since); END IF;
END $$;

CREATE FUNCTION parley_report_change(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
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
      s."waited" := coalesce(s."waited", 0) + parley_report_seconds(s."neededAt", e."createdAt");
    END IF;
    s."neededAt" := NULL;
    s."firstNeededAt" := NULL;
  END IF;
  IF changes #>> '{status,before}' = 'closed' AND changes #>> '{status,after}' = 'opened' THEN
    PERFORM parley_report_fact(s, e, 'reopened', 1, s."agentId", false, NULL);
    s."open" := true;
    s."startedAt" := e."createdAt";
    s."waited" := NULL;
    s."humanSpoke" := false;
    s."botSpoke" := false;
    s."handedOver" := false;
  END IF;
END $$;

CREATE FUNCTION parley_report_close(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  agent uuid := coalesce(s."agentId", parley_report_id(e."data"->>'assignedTo'), parley_report_id(e."data"->>'closedBy'));
BEGIN
  IF NOT s."open" THEN RETURN; END IF;
  IF s."neededAt" IS NOT NULL THEN
    s."waited" := coalesce(s."waited", 0) + parley_report_seconds(s."neededAt", e."createdAt");
  END IF;
  PERFORM parley_report_fact(s, e, 'resolution',
    parley_report_seconds(coalesce(s."startedAt", (e."data"->>'createdAt')::timestamptz), e."createdAt"), agent, false, NULL);
  IF s."waited" IS NOT NULL THEN
    PERFORM parley_report_fact(s, e, 'waiting', s."waited", agent, false, NULL);
  END IF;
  IF s."botSpoke" AND NOT s."humanSpoke" AND s."waited" IS NULL THEN
    PERFORM parley_report_fact(s, e, 'bot_contained', 1, NULL, true, NULL);
  END IF;
  s."open" := false;
  s."closedAt" := e."createdAt";
  s."neededAt" := NULL;
  s."asked" := false;
  s."waited" := NULL;
END $$;

CREATE FUNCTION parley_report_move(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  before uuid := parley_report_id(e."data"->>'previousPhaseId');
  after uuid := parley_report_id(e."data"->>'phaseId');
  since timestamptz := coalesce(s."phaseSince", (e."data"->>'createdAt')::timestamptz);
BEGIN
  PERFORM parley_report_fact(s, e, 'phase_left', parley_report_seconds(since, e."createdAt"), s."agentId", false, before);
  PERFORM parley_report_fact(s, e, 'phase_entered', s."amount", s."agentId", false, after);
  s."phaseId" := after;
  s."phaseSince" := e."createdAt";
END $$;

-- The one place that turns an event into facts: the same for what happens now and for what is computed anew.
CREATE FUNCTION parley_report_step(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
BEGIN
  s."channelId" := coalesce(e."channelId", s."channelId");
  s."contactId" := coalesce(e."contactId", s."contactId");
  CASE e."type"
  WHEN 'conversation/message' THEN s := parley_report_message(s, e);
  WHEN 'conversation/updated' THEN s := parley_report_change(s, e);
  WHEN 'conversation/archived' THEN s := parley_report_close(s, e);
  WHEN 'conversation/phase_changed' THEN s := parley_report_move(s, e);
  WHEN 'conversation/created' THEN
    s."startedAt" := e."createdAt";
    s."agentId" := parley_report_id(e."data"->>'assignedTo');
    s."phaseId" := parley_report_id(e."data"->>'phaseId');
    s."phaseSince" := e."createdAt";
    PERFORM parley_report_fact(s, e, 'created', 1, s."agentId", false, NULL);
    PERFORM parley_report_fact(s, e, 'phase_entered', s."amount", s."agentId", false, s."phaseId");
  WHEN 'conversation/operator_assigned' THEN
    s."agentId" := parley_report_id(e."data"->>'assignedTo');
    IF s."agentId" IS NOT NULL THEN
      PERFORM parley_report_fact(s, e, 'assigned', 1, s."agentId", false, NULL);
    END IF;
  WHEN 'conversation/tag_added', 'conversation/tag_removed' THEN
    s."tags" := ARRAY(SELECT jsonb_array_elements_text(e."data"->'tags'));
    INSERT INTO report_late ("companyId", "at")
      SELECT DISTINCT e."companyId", date_bin('15 minutes', f."at", 'epoch') FROM report_facts f
      WHERE f."companyId" = e."companyId" AND f."conversationId" = e."conversationId" AND f."at" < now() - interval '30 minutes';
    UPDATE report_facts SET "tags" = s."tags" WHERE "companyId" = e."companyId" AND "conversationId" = e."conversationId";
  WHEN 'conversation/imported', 'conversation/deleted' THEN
    -- What was imported counts only from when somebody opens it.
    PERFORM parley_report_forget(e."companyId", e."conversationId");
    s := parley_report_fresh(e."companyId", e."conversationId");
    s."open" := false;
    s."channelId" := e."channelId";
    s."contactId" := e."contactId";
  ELSE NULL;
  END CASE;
END $$;

CREATE FUNCTION parley_report_fresh(company uuid, conversation uuid) RETURNS report_states LANGUAGE plpgsql STABLE AS $$
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
  RETURN s;
END $$;

CREATE FUNCTION parley_report_keep(s report_states) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_states SELECT (s).*
  ON CONFLICT ("companyId", "conversationId") DO UPDATE SET
    ("contactId", "agentId", "teamId", "channelId", "phaseId", "phaseSince", "chatbotId", "tags", "amount", "open",
      "startedAt", "closedAt", "asked", "answered", "neededAt", "firstNeededAt", "waited", "humanSpoke", "botSpoke", "handedOver")
    = ROW (excluded."contactId", excluded."agentId", excluded."teamId", excluded."channelId", excluded."phaseId",
      excluded."phaseSince", excluded."chatbotId", excluded."tags", excluded."amount", excluded."open",
      excluded."startedAt", excluded."closedAt", excluded."asked", excluded."answered", excluded."neededAt",
      excluded."firstNeededAt", excluded."waited", excluded."humanSpoke", excluded."botSpoke", excluded."handedOver")
$$;

CREATE FUNCTION parley_report_measures(type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT type = ANY ('{conversation/created,conversation/message,conversation/updated,conversation/archived,conversation/phase_changed,conversation/operator_assigned,conversation/contact,conversation/tag_added,conversation/tag_removed,conversation/imported,conversation/deleted}'::text[])
$$;

-- Computes the facts of a conversation anew from all of its events.
CREATE FUNCTION parley_report_replay(company uuid, conversation uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e events;
  s report_states := parley_report_fresh(company, conversation);
BEGIN
  PERFORM parley_report_forget(company, conversation);
  FOR e IN SELECT * FROM events WHERE "companyId" = company AND "conversationId" = conversation
    AND parley_report_measures("type") ORDER BY "ordinal" LOOP
    s := parley_report_step(s, e);
  END LOOP;
  PERFORM parley_report_keep(s);
END $$;

-- A conversation without a state began before there were reports: all that it has been through is measured first.
CREATE FUNCTION parley_report_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  e events;
  s report_states;
  known report_states;
  replayed uuid;
BEGIN
  FOR e IN SELECT * FROM fresh WHERE "conversationId" IS NOT NULL AND parley_report_measures("type")
    ORDER BY "companyId", "conversationId", "ordinal" LOOP
    CONTINUE WHEN e."conversationId" = replayed;
    IF s."conversationId" IS DISTINCT FROM e."conversationId" THEN
      IF s IS DISTINCT FROM known THEN PERFORM parley_report_keep(s); END IF;
      SELECT r.* INTO known FROM report_states r
        WHERE r."companyId" = e."companyId" AND r."conversationId" = e."conversationId";
      s := known;
      IF NOT FOUND THEN
        IF e."type" = 'conversation/created' THEN
          s := parley_report_fresh(e."companyId", e."conversationId");
        ELSE
          PERFORM parley_report_replay(e."companyId", e."conversationId");
          replayed := e."conversationId";
          CONTINUE;
        END IF;
      END IF;
    END IF;
    s := parley_report_step(s, e);
  END LOOP;
  IF s IS DISTINCT FROM known THEN PERFORM parley_report_keep(s); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER report_events AFTER INSERT ON events REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION parley_report_events();

-- Who holds what is open.
CREATE INDEX report_open ON report_states ("companyId", "agentId") WHERE "open";

-- Computes the next conversations anew, each under its lock; answers the last one's id, and null when there are no more.
CREATE FUNCTION parley_report_replay_next(company uuid, beyond uuid, most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  one uuid;
  reached uuid;
BEGIN
  FOR one IN SELECT c."id" FROM conversations c WHERE c."companyId" = company AND (beyond IS NULL OR c."id" > beyond)
    ORDER BY c."id" LIMIT most FOR UPDATE OF c LOOP
    PERFORM parley_report_replay(company, one);
    reached := one;
  END LOOP;
  RETURN reached;
END $$;
