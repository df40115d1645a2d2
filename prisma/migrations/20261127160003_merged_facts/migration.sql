-- What went into another conversation is no longer counted as one that was resolved or waits; what it brought is measured
-- where it goes on: its worth, its tags, and that somebody waits for a person.
CREATE FUNCTION parley_report_merged(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
DECLARE
  needed timestamptz := (e."data"->>'neededAt')::timestamptz;
BEGIN
  IF e."data" ? 'amount' THEN
    s."amount" := coalesce((e."data"->>'amount')::numeric, 0);
  END IF;
  IF e."data" ? 'tags' THEN
    s."tags" := ARRAY(SELECT jsonb_array_elements_text(e."data"->'tags'));
    INSERT INTO report_late ("companyId", "at")
      SELECT DISTINCT e."companyId", date_bin('15 minutes', f."at", 'epoch') FROM report_facts f
      WHERE f."companyId" = e."companyId" AND f."conversationId" = e."conversationId" AND f."at" < now() - interval '30 minutes';
    UPDATE report_facts SET "tags" = s."tags" WHERE "companyId" = e."companyId" AND "conversationId" = e."conversationId";
  END IF;
  -- Who was answered there waits for a further answer, unless a first one is still due here.
  IF (e."data"->>'answered')::boolean AND s."firstNeededAt" IS NULL THEN s."answered" := true; END IF;
  IF needed IS NOT NULL AND s."open" THEN
    s."asked" := true;
    s."neededAt" := least(s."neededAt", needed);
    IF NOT s."answered" THEN s."firstNeededAt" := least(s."firstNeededAt", needed); END IF;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION parley_report_measures(type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT type = ANY ('{conversation/created,conversation/message,conversation/updated,conversation/archived,conversation/phase_changed,conversation/operator_assigned,conversation/contact,conversation/tag_added,conversation/tag_removed,conversation/imported,conversation/deleted,conversation/snoozed,conversation/unsnoozed,conversation/merged,conversation/changed,csat/asked,csat/received,sla/met,sla/breached}'::text[])
$$;

CREATE OR REPLACE FUNCTION parley_report_measure(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
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
  WHEN 'csat/asked', 'csat/received' THEN PERFORM parley_report_csat(s, e);
  WHEN 'conversation/imported', 'conversation/deleted' THEN
    -- What was imported counts only from when somebody opens it.
    PERFORM parley_report_forget(e."companyId", e."conversationId");
    s := parley_report_fresh(e."companyId", e."conversationId");
    s."open" := false;
    s."channelId" := e."channelId";
    s."contactId" := e."contactId";
  WHEN 'sla/met' THEN PERFORM parley_report_sla(s, e, 'sla_met');
  WHEN 'sla/breached' THEN PERFORM parley_report_sla(s, e, 'sla_breached');
  WHEN 'conversation/merged' THEN s := parley_report_merged(s, e);
  WHEN 'conversation/changed' THEN
    -- It goes on in another one: it is not resolved, and nobody is to answer here any more.
    s."open" := false;
    s."closedAt" := e."createdAt";
    s."asked" := false;
    s."pending" := false;
    s."neededAt" := NULL;
    s."firstNeededAt" := NULL;
    s."waited" := NULL;
    s."waitedOpen" := NULL;
  ELSE NULL;
  END CASE;
END $$;
