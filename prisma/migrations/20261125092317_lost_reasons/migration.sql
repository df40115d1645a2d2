-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "lostReason" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "report_days" ADD COLUMN     "nextPhaseId" UUID,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "source" TEXT;

-- AlterTable
ALTER TABLE "report_facts" ADD COLUMN     "nextPhaseId" UUID,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "source" TEXT;

-- What is measured of phases bears where the conversation came from and where it went.
CREATE OR REPLACE FUNCTION parley_report_fact(s report_states, e events, metric text, value numeric, agent uuid, bot boolean, phase uuid,
  open integer DEFAULT NULL, step text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "openValue", "contactId", "agentId",
    "teamId", "channelId", "phaseId", "chatbotId", "isBot", "tags", "step", "source", "nextPhaseId")
  VALUES (e."companyId", e."conversationId", e."id", metric, e."createdAt", value, open, s."contactId", agent,
    s."teamId", s."channelId", phase, s."chatbotId", bot, s."tags", step,
    CASE WHEN metric IN ('phase_entered', 'phase_left') THEN (SELECT nullif(c."utmSource", '') FROM conversations c
      WHERE c."companyId" = e."companyId" AND c."id" = e."conversationId") END,
    CASE WHEN metric = 'phase_left' THEN parley_report_id(e."data"->>'phaseId') END);
  IF e."createdAt" < now() - interval '30 minutes' THEN
    INSERT INTO report_late ("companyId", "at") VALUES (e."companyId", e."createdAt");
  END IF;
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
        AND f."metric" IN ('phase_entered', 'phase_left') AND f."at" < now() - interval '30 minutes';
  END IF;
  IF changes ? 'utmSource' THEN
    UPDATE report_facts SET "source" = nullif(changes #>> '{utmSource,after}', '')
      WHERE "companyId" = e."companyId" AND "conversationId" = e."conversationId"
        AND "metric" IN ('phase_entered', 'phase_left');
  END IF;
  IF changes ? 'lostReason' THEN
    UPDATE report_facts SET "reason" = nullif(changes #>> '{lostReason,after}', '')
      WHERE "companyId" = e."companyId" AND "conversationId" = e."conversationId" AND "metric" = 'phase_entered'
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
END $$;

-- All of it is measured anew when days are next added up.
UPDATE report_folds SET "staleAt" = now();
