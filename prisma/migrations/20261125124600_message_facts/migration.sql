-- What is measured with every message costs little: a further message of a visitor is a fact in one statement, only what
-- is remembered anew is written, and only what enters or leaves a phase is looked up.
CREATE OR REPLACE FUNCTION parley_report_fact(s report_states, e events, metric text, value numeric, agent uuid, bot boolean,
  phase uuid, open integer DEFAULT NULL, step text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  source text;
  next uuid;
BEGIN
  IF metric IN ('phase_entered', 'phase_left') THEN
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

-- Writes what is remembered: where it is known already, without trying to write it first.
CREATE OR REPLACE FUNCTION parley_report_keep(s report_states) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE report_states SET ("contactId", "agentId", "teamId", "channelId", "phaseId", "phaseSince", "chatbotId", "tags",
    "amount", "open", "startedAt", "closedAt", "asked", "answered", "neededAt", "firstNeededAt", "waited", "humanSpoke",
    "botSpoke", "handedOver", "waitedOpen", "heldSince", "snoozed", "askedStep", "pending")
    = ROW (s."contactId", s."agentId", s."teamId", s."channelId", s."phaseId", s."phaseSince", s."chatbotId", s."tags",
      s."amount", s."open", s."startedAt", s."closedAt", s."asked", s."answered", s."neededAt", s."firstNeededAt", s."waited",
      s."humanSpoke", s."botSpoke", s."handedOver", s."waitedOpen", s."heldSince", s."snoozed", s."askedStep", s."pending")
  WHERE "companyId" = s."companyId" AND "conversationId" = s."conversationId";
  IF NOT FOUND THEN
    INSERT INTO report_states ("companyId", "conversationId", "contactId", "agentId", "teamId", "channelId", "phaseId",
      "phaseSince", "chatbotId", "tags", "amount", "open", "startedAt", "closedAt", "asked", "answered", "neededAt",
      "firstNeededAt", "waited", "humanSpoke", "botSpoke", "handedOver", "waitedOpen", "heldSince", "snoozed", "askedStep",
      "pending")
    VALUES (s."companyId", s."conversationId", s."contactId", s."agentId", s."teamId", s."channelId", s."phaseId",
      s."phaseSince", s."chatbotId", s."tags", s."amount", s."open", s."startedAt", s."closedAt", s."asked", s."answered",
      s."neededAt", s."firstNeededAt", s."waited", s."humanSpoke", s."botSpoke", s."handedOver", s."waitedOpen", s."heldSince",
      s."snoozed", s."askedStep", s."pending");
  END IF;
END $$;

-- A conversation without a state began before there were reports: all that it has been through is measured first.
CREATE OR REPLACE FUNCTION parley_report_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  e events;
  s report_states;
  known report_states;
  replayed uuid;
  company uuid;
  moment timestamptz;
BEGIN
  -- A visitor who has written since a person did writes once more, and nothing else happens: all that is remembered stays
  -- as it is. What is computed anew goes event by event; a test holds the two together.
  INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "contactId", "teamId", "channelId",
    "chatbotId", "tags")
  SELECT f."companyId", f."conversationId", f."id", 'message_in', f."createdAt", 1, r."contactId", r."teamId", r."channelId",
    r."chatbotId", r."tags"
  FROM fresh f JOIN report_states r ON r."companyId" = f."companyId" AND r."conversationId" = f."conversationId"
  WHERE f."type" = 'conversation/message' AND f."data" #>> '{message,sender,type}' = 'visitor' AND r."asked" AND NOT r."pending"
    AND (NOT r."open" OR (f."data"->>'processMessage')::boolean
      OR r."neededAt" IS NOT NULL AND (r."answered" OR r."firstNeededAt" IS NOT NULL))
    AND (f."channelId" IS NULL OR f."channelId" = r."channelId") AND (f."contactId" IS NULL OR f."contactId" = r."contactId")
    AND (coalesce(f."data"->>'chatbotId', '') IN ('', r."chatbotId"::text))
    AND (SELECT count(*) FROM fresh o WHERE parley_report_measures(o."type")) = 1
  RETURNING "companyId", "at" INTO company, moment;
  IF FOUND THEN
    IF moment < now() - interval '30 minutes' THEN
      INSERT INTO report_late ("companyId", "at") VALUES (company, moment);
    END IF;
    RETURN NULL;
  END IF;
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
