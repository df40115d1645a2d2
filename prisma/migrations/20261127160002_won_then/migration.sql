-- CreateTable
CREATE TABLE "report_phases" (
    "companyId" UUID NOT NULL,
    "phaseId" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "report_phases_pkey" PRIMARY KEY ("companyId","phaseId","since")
);

SELECT parley_lock_tenant_table('report_phases');

-- Keeps what each phase was from when on. What it began as counts for what was before, too; what was deleted stays.
CREATE FUNCTION parley_report_phase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_phases ("companyId", "phaseId", "since", "name", "type")
    VALUES (NEW."companyId", NEW."id", CASE TG_OP WHEN 'INSERT' THEN '0001-01-01 00:00+00' ELSE NEW."updatedAt" END,
      NEW."name", NEW."type")
    ON CONFLICT ("companyId", "phaseId", "since") DO UPDATE SET "name" = excluded."name", "type" = excluded."type";
  RETURN NULL;
END $$;
CREATE TRIGGER report_phase_added AFTER INSERT ON phases FOR EACH ROW EXECUTE FUNCTION parley_report_phase();
CREATE TRIGGER report_phase_changed AFTER UPDATE ON phases FOR EACH ROW
  WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."type" IS DISTINCT FROM NEW."type")
  EXECUTE FUNCTION parley_report_phase();

INSERT INTO report_phases ("companyId", "phaseId", "since", "name", "type")
  SELECT "companyId", "id", '0001-01-01 00:00+00', "name", "type" FROM phases;

-- What coming into a phase was then: won, lost, or neither. What came from a backup of before counts by what it is.
CREATE FUNCTION parley_report_ending(company uuid, phase uuid, at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE coalesce(
    (SELECT p."type" FROM report_phases p
      WHERE p."companyId" = company AND p."phaseId" = phase AND p."since" <= at ORDER BY p."since" DESC LIMIT 1),
    (SELECT p."type" FROM phases p WHERE p."companyId" = company AND p."id" = phase))
    WHEN 'success' THEN 'won' WHEN 'lost' THEN 'lost' END
$$;

CREATE OR REPLACE FUNCTION parley_report_fact(s report_states, e events, metric text, value numeric, agent uuid, bot boolean,
  phase uuid, open integer DEFAULT NULL, step text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  source text;
  next uuid;
BEGIN
  IF metric IN ('phase_entered', 'phase_left', 'won', 'lost') THEN
    source := (SELECT nullif(c."utmSource", '') FROM conversations c
      WHERE c."companyId" = e."companyId" AND c."id" = e."conversationId");
    IF metric = 'phase_left' THEN next := parley_report_id(e."data"->>'phaseId'); END IF;
  END IF;
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "openValue", "contactId",
    "agentId", "teamId", "channelId", "phaseId", "chatbotId", "isBot", "tags", "step", "source", "nextPhaseId")
  VALUES (e."companyId", e."conversationId", e."id", metric, e."createdAt", value, open, s."contactId", agent,
    s."teamId", s."channelId", phase, s."chatbotId", bot, s."tags", step, source, next);
  IF e."createdAt" < now() - interval '30 minutes' THEN
    INSERT INTO report_late ("companyId", "at") VALUES (e."companyId", e."createdAt");
  END IF;
END $$;

CREATE OR REPLACE FUNCTION parley_report_move(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  before uuid := parley_report_id(e."data"->>'previousPhaseId');
  after uuid := parley_report_id(e."data"->>'phaseId');
  since timestamptz := coalesce(s."phaseSince", (e."data"->>'createdAt')::timestamptz);
  ending text := parley_report_ending(e."companyId", after, e."createdAt");
BEGIN
  PERFORM parley_report_fact(s, e, 'phase_left', parley_report_seconds(since, e."createdAt"), s."agentId", false, before,
    parley_report_open(e."companyId", since, e."createdAt"));
  PERFORM parley_report_fact(s, e, 'phase_entered', s."amount", s."agentId", false, after);
  -- What goes on to another such phase because its own is deleted was won, or lost, when it came into that.
  IF ending IS NOT NULL AND NOT (e."operation" = 'conversations.moveAll'
    AND ending IS NOT DISTINCT FROM parley_report_ending(e."companyId", before, e."createdAt")) THEN
    PERFORM parley_report_fact(s, e, ending, s."amount", s."agentId", false, after);
  END IF;
  s."phaseId" := after;
  s."phaseSince" := e."createdAt";
END $$;

CREATE OR REPLACE FUNCTION parley_report_change(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  changes jsonb := e."data"->'changes';
  bot text := changes #>> '{chatbotState,after}';
BEGIN
  -- Of the conversation as it is now, as its tags are: what was measured of its phases follows.
  IF changes ?| '{utmSource,lostReason}' THEN
    INSERT INTO report_late ("companyId", "at")
      SELECT DISTINCT e."companyId", date_bin('15 minutes', f."at", 'epoch') FROM report_facts f
      WHERE f."companyId" = e."companyId" AND f."conversationId" = e."conversationId"
        AND f."metric" IN ('phase_entered', 'phase_left', 'won', 'lost') AND f."at" < now() - interval '30 minutes';
  END IF;
  IF changes ? 'utmSource' THEN
    UPDATE report_facts SET "source" = nullif(changes #>> '{utmSource,after}', '')
      WHERE "companyId" = e."companyId" AND "conversationId" = e."conversationId"
        AND "metric" IN ('phase_entered', 'phase_left', 'won', 'lost');
  END IF;
  IF changes ? 'lostReason' THEN
    UPDATE report_facts SET "reason" = nullif(changes #>> '{lostReason,after}', '')
      WHERE "companyId" = e."companyId" AND "conversationId" = e."conversationId" AND "metric" IN ('phase_entered', 'lost')
        AND "phaseId" = s."phaseId" AND "at" = s."phaseSince";
  END IF;
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
  IF s."open" AND changes #>> '{waitingSince,after}' IS NOT NULL THEN
    s."asked" := true;
    s := parley_report_need(s, (changes #>> '{waitingSince,after}')::timestamptz);
  END IF;
END $$;

-- What was won and lost so far, as it counted until now.
INSERT INTO report_facts (
    "companyId", "conversationId", "eventId", "metric", "at", "value", "openValue", "contactId", "agentId", "teamId",
    "channelId", "phaseId", "policyId", "campaignId", "chatbotId", "step", "source", "reason", "nextPhaseId", "since",
    "isBot", "tags")
  SELECT
    f."companyId", f."conversationId", f."eventId", CASE p."type" WHEN 'success' THEN 'won' ELSE 'lost' END, f."at",
    f."value", f."openValue", f."contactId", f."agentId", f."teamId", f."channelId", f."phaseId", f."policyId",
    f."campaignId", f."chatbotId", f."step", f."source", f."reason", f."nextPhaseId", f."since", f."isBot", f."tags"
  FROM report_facts f JOIN phases p ON p."companyId" = f."companyId" AND p."id" = f."phaseId"
  WHERE f."metric" = 'phase_entered' AND p."type" IN ('success', 'lost');
INSERT INTO report_days (
    "companyId", "metric", "day", "tag", "channelId", "agentId", "teamId", "phaseId", "policyId", "campaignId", "step",
    "source", "reason", "nextPhaseId", "hours", "hourSums", "count", "sum", "packed", "openSum", "openPacked",
    "openHourSums")
  SELECT
    f."companyId", CASE p."type" WHEN 'success' THEN 'won' ELSE 'lost' END, f."day", f."tag", f."channelId", f."agentId",
    f."teamId", f."phaseId", f."policyId", f."campaignId", f."step", f."source", f."reason", f."nextPhaseId", f."hours",
    f."hourSums", f."count", f."sum", f."packed", f."openSum", f."openPacked", f."openHourSums"
  FROM report_days f JOIN phases p ON p."companyId" = f."companyId" AND p."id" = f."phaseId"
  WHERE f."metric" = 'phase_entered' AND p."type" IN ('success', 'lost');
