-- An opening or a move that was taken back counts as if it had never been, as a closing does: with what was told when it was
-- taken back it is left out when the conversation's facts are computed anew, which is done at once.
CREATE OR REPLACE FUNCTION parley_report_replay(company uuid, conversation uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e events;
  s report_states := parley_report_fresh(company, conversation);
  -- When they were closed: what was told with it bears the same moment.
  undone timestamptz[] := ARRAY(
    SELECT (SELECT (a."data"->>'closedAt')::timestamptz FROM events a
      WHERE a."companyId" = company AND a."conversationId" = conversation AND a."type" = 'conversation/archived'
        AND a."ordinal" < u."ordinal" ORDER BY a."ordinal" DESC LIMIT 1)
    FROM events u WHERE u."companyId" = company AND u."conversationId" = conversation AND u."type" = 'conversation/updated'
      AND u."operation" = 'actions.undo' AND u."data" #>> '{changes,status,before}' = 'closed');
  -- Moves that were taken back, all from where it is again, and with each the move that took them back.
  skipped bigint[] := ARRAY(
    SELECT x."ordinal" FROM events u
    CROSS JOIN LATERAL (SELECT m."ordinal" FROM events m
      WHERE m."companyId" = company AND m."conversationId" = conversation AND m."type" = 'conversation/phase_changed'
        AND m."ordinal" < u."ordinal" AND m."data"->>'previousPhaseId' = u."data"->>'phaseId'
      ORDER BY m."ordinal" DESC LIMIT 1) m
    JOIN events x ON x."companyId" = company AND x."conversationId" = conversation AND x."type" = 'conversation/phase_changed'
      AND x."ordinal" BETWEEN m."ordinal" AND u."ordinal"
    WHERE u."companyId" = company AND u."conversationId" = conversation AND u."type" = 'conversation/phase_changed'
      AND u."operation" = 'actions.undo');
  -- How it was closed (below zero) and opened so far, without what was taken back.
  turns bigint[] := '{}';
  last bigint;
BEGIN
  FOR e IN SELECT * FROM events WHERE "companyId" = company AND "conversationId" = conversation
    AND ("type" = 'conversation/archived' OR "type" = 'conversation/updated' AND "data" #>> '{changes,status,before}' = 'closed')
    ORDER BY "ordinal" LOOP
    last := coalesce(turns[cardinality(turns)], 0);
    IF e."type" = 'conversation/updated' THEN
      turns := CASE WHEN e."operation" = 'actions.undo' AND last < 0 THEN trim_array(turns, 1) ELSE turns || e."ordinal" END;
    ELSIF e."operation" = 'actions.undo' AND last > 0 THEN
      turns := trim_array(turns, 1);
      skipped := skipped || last || e."ordinal" || ARRAY(SELECT x."ordinal" FROM events x
        WHERE x."companyId" = company AND x."conversationId" = conversation AND x."type" IN ('sla/met', 'sla/breached')
          AND (x."createdAt" = e."createdAt" AND x."operation" = 'actions.undo'
            OR x."ordinal" BETWEEN last AND e."ordinal" AND x."data"->>'clock' = 'resolution'));
    ELSIF last >= 0 THEN
      turns := turns || -e."ordinal";
    END IF;
  END LOOP;
  PERFORM parley_report_forget(company, conversation);
  FOR e IN SELECT * FROM events WHERE "companyId" = company AND "conversationId" = conversation
    AND parley_report_measures("type") AND ("type" <> 'conversation/changed' OR "data" ? 'mergedInto') ORDER BY "ordinal" LOOP
    CONTINUE WHEN e."ordinal" = ANY (skipped)
      OR e."type" = 'conversation/archived' AND (e."data"->>'closedAt')::timestamptz = ANY (undone)
      OR e."type" IN ('sla/met', 'sla/breached') AND e."createdAt" = ANY (undone)
      OR e."type" = 'conversation/updated' AND e."operation" = 'actions.undo'
        AND (e."data" #>> '{changes,status,before}' = 'closed' OR e."data"->'changes' ? 'waitingSince');
    s := parley_report_step(s, e);
  END LOOP;
  PERFORM parley_report_keep(s);
END $$;

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
      AND ("type" <> 'conversation/changed' OR "data" ? 'mergedInto')
    ORDER BY "companyId", "conversationId", "ordinal" LOOP
    CONTINUE WHEN f."conversationId" = replayed;
    IF f."operation" = 'actions.undo' AND (f."type" IN ('conversation/archived', 'conversation/phase_changed')
      OR f."type" = 'conversation/updated' AND f."data" #>> '{changes,status,before}' = 'closed') THEN
      IF s."conversationId" IS DISTINCT FROM f."conversationId" AND s IS DISTINCT FROM known THEN
        PERFORM parley_report_keep(s);
      END IF;
      known := NULL;
      s := NULL;
      PERFORM parley_report_replay(f."companyId", f."conversationId");
      replayed := f."conversationId";
      CONTINUE;
    END IF;
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

-- Those of before, too, and reasons that were corrected, when days are next added up.
UPDATE report_folds SET "staleAt" = now();
