-- A reason that is corrected after its phase was deleted is the reason of the loss, too: what went on to another such phase
-- was lost when it came into the first.
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
    -- The loss goes on where its phase was deleted and another one took its place.
    UPDATE report_facts f SET "reason" = nullif(changes #>> '{lostReason,after}', '')
      WHERE f."companyId" = e."companyId" AND f."conversationId" = e."conversationId" AND f."metric" = 'lost'
        AND f."at" < s."phaseSince" AND parley_report_ending(e."companyId", s."phaseId", e."createdAt") = 'lost'
        AND NOT EXISTS (SELECT FROM report_facts g JOIN events v ON v."companyId" = g."companyId" AND v."id" = g."eventId"
          WHERE g."companyId" = e."companyId" AND g."conversationId" = e."conversationId" AND g."metric" = 'phase_entered'
            AND g."at" > f."at" AND v."operation" <> 'conversations.moveAll');
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
