-- What is measured with every message costs less: what is new is gone through once, and past row level security, whose
-- conditions cost a fifth of it: every statement in here names the company of the event.
CREATE OR REPLACE FUNCTION parley_report_events() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  f record;
  e events;
  s report_states;
  known report_states;
  replayed uuid;
BEGIN
  FOR f IN SELECT * FROM fresh
    WHERE "conversationId" IS NOT NULL AND parley_report_measures("type")
    ORDER BY "companyId", "conversationId", "ordinal" LOOP
    CONTINUE WHEN f."conversationId" = replayed;
    IF s."conversationId" IS DISTINCT FROM f."conversationId" THEN
      IF s IS DISTINCT FROM known THEN PERFORM parley_report_keep(s); END IF;
      known := NULL;
      s := NULL;
      -- A visitor who has written since a person did writes once more, and nothing else happens: all that is remembered
      -- stays as it is. What is computed anew goes event by event; a test holds the two together.
      IF f."type" = 'conversation/message' AND f."data" #>> '{message,sender,type}' = 'visitor' THEN
        INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "contactId", "teamId",
          "channelId", "chatbotId", "tags")
        SELECT r."companyId", r."conversationId", f."id", 'message_in', f."createdAt", 1, r."contactId", r."teamId",
          r."channelId", r."chatbotId", r."tags"
        FROM report_states r
        WHERE r."companyId" = f."companyId" AND r."conversationId" = f."conversationId" AND r."asked" AND NOT r."pending"
          AND (NOT r."open" OR (f."data"->>'processMessage')::boolean
            OR r."neededAt" IS NOT NULL AND (r."answered" OR r."firstNeededAt" IS NOT NULL))
          AND (f."channelId" IS NULL OR f."channelId" = r."channelId")
          AND (f."contactId" IS NULL OR f."contactId" = r."contactId")
          AND (coalesce(f."data"->>'chatbotId', '') IN ('', r."chatbotId"::text));
        IF FOUND THEN
          IF f."createdAt" < now() - interval '30 minutes' THEN
            INSERT INTO report_late ("companyId", "at") VALUES (f."companyId", f."createdAt");
          END IF;
          CONTINUE;
        END IF;
      END IF;
      SELECT r.* INTO known FROM report_states r
        WHERE r."companyId" = f."companyId" AND r."conversationId" = f."conversationId";
      s := known;
      IF NOT FOUND THEN
        IF f."type" = 'conversation/created' THEN
          s := parley_report_fresh(f."companyId", f."conversationId");
        ELSE
          PERFORM parley_report_replay(f."companyId", f."conversationId");
          replayed := f."conversationId";
          CONTINUE;
        END IF;
      END IF;
    END IF;
    e := f;
    s := parley_report_step(s, e);
  END LOOP;
  IF s IS DISTINCT FROM known THEN PERFORM parley_report_keep(s); END IF;
  RETURN NULL;
END $$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_report_events() OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_report_events() FROM PUBLIC;
