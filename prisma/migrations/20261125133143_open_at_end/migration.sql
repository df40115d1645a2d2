-- AlterTable
ALTER TABLE "report_facts" ADD COLUMN     "since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "report_states" ADD COLUMN     "openSince" TIMESTAMPTZ(3);

CREATE OR REPLACE FUNCTION parley_report_keep(s report_states) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE report_states SET ("contactId", "agentId", "teamId", "channelId", "phaseId", "phaseSince", "chatbotId", "tags",
    "amount", "open", "startedAt", "closedAt", "asked", "answered", "neededAt", "firstNeededAt", "waited", "humanSpoke",
    "botSpoke", "handedOver", "waitedOpen", "heldSince", "snoozed", "openSince", "askedStep", "pending")
    = ROW (s."contactId", s."agentId", s."teamId", s."channelId", s."phaseId", s."phaseSince", s."chatbotId", s."tags",
      s."amount", s."open", s."startedAt", s."closedAt", s."asked", s."answered", s."neededAt", s."firstNeededAt", s."waited",
      s."humanSpoke", s."botSpoke", s."handedOver", s."waitedOpen", s."heldSince", s."snoozed", s."openSince", s."askedStep",
      s."pending")
  WHERE "companyId" = s."companyId" AND "conversationId" = s."conversationId";
  IF NOT FOUND THEN
    INSERT INTO report_states ("companyId", "conversationId", "contactId", "agentId", "teamId", "channelId", "phaseId",
      "phaseSince", "chatbotId", "tags", "amount", "open", "startedAt", "closedAt", "asked", "answered", "neededAt",
      "firstNeededAt", "waited", "humanSpoke", "botSpoke", "handedOver", "waitedOpen", "heldSince", "snoozed", "openSince",
      "askedStep", "pending")
    VALUES (s."companyId", s."conversationId", s."contactId", s."agentId", s."teamId", s."channelId", s."phaseId",
      s."phaseSince", s."chatbotId", s."tags", s."amount", s."open", s."startedAt", s."closedAt", s."asked", s."answered",
      s."neededAt", s."firstNeededAt", s."waited", s."humanSpoke", s."botSpoke", s."handedOver", s."waitedOpen", s."heldSince",
      s."snoozed", s."openSince", s."askedStep", s."pending");
  END IF;
END $$;

-- An open conversation comes into the hands of an agent, or of nobody, with its team and channel, and leaves them: by these
-- two, what stands open at a moment is counted back from now. What leaves bears since when it was there.
CREATE FUNCTION parley_report_hands(s report_states, e events, metric text, agent uuid, team uuid, channel uuid,
  since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "contactId", "agentId", "teamId",
    "channelId", "chatbotId", "tags", "since")
  VALUES (e."companyId", e."conversationId", e."id", metric, e."createdAt", 1, s."contactId", agent, team,
    channel, s."chatbotId", s."tags", since);
  IF e."createdAt" < now() - interval '30 minutes' THEN
    INSERT INTO report_late ("companyId", "at") VALUES (e."companyId", e."createdAt");
  END IF;
END $$;

-- The one place that turns an event into facts: the same for what happens now and for what is computed anew.
CREATE OR REPLACE FUNCTION parley_report_step(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  holder uuid := s."agentId";
  team uuid := s."teamId";
  channel uuid := s."channelId";
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
  IF s."openSince" IS NOT NULL AND (NOT s."open" OR s."agentId" IS DISTINCT FROM holder OR s."teamId" IS DISTINCT FROM team
    OR s."channelId" IS DISTINCT FROM channel) THEN
    PERFORM parley_report_hands(s, e, 'released', holder, team, channel, s."openSince");
    s."openSince" := NULL;
  END IF;
  IF s."openSince" IS NULL AND s."open" THEN
    PERFORM parley_report_hands(s, e, 'taken', s."agentId", s."teamId", s."channelId", NULL);
    s."openSince" := e."createdAt";
  END IF;
END $$;

-- What stood open is measured anew when days are next added up.
UPDATE report_folds SET "staleAt" = now();
