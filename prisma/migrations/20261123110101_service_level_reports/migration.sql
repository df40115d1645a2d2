-- AlterTable
ALTER TABLE "report_days" ADD COLUMN     "policyId" UUID;

-- AlterTable
ALTER TABLE "report_facts" ADD COLUMN     "policyId" UUID;

-- What was promised and kept, or not, with the service level that promised it.
CREATE FUNCTION parley_report_sla(s report_states, e events, metric text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parley_report_fact(s, e, metric, 1, s."agentId", false, NULL);
  UPDATE report_facts f SET "policyId" = parley_report_id(e."data"->>'policyId')
    WHERE f."companyId" = e."companyId" AND f."conversationId" = e."conversationId" AND f."eventId" = e."id"
      AND f."metric" = parley_report_sla.metric;
END $$;

CREATE OR REPLACE FUNCTION parley_report_measures(type text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT type = ANY ('{conversation/created,conversation/message,conversation/updated,conversation/archived,conversation/phase_changed,conversation/operator_assigned,conversation/contact,conversation/tag_added,conversation/tag_removed,conversation/imported,conversation/deleted,csat/asked,csat/received,sla/met,sla/breached}'::text[])
$$;

-- The one place that turns an event into facts: the same for what happens now and for what is computed anew.
CREATE OR REPLACE FUNCTION parley_report_step(INOUT s report_states, e events) LANGUAGE plpgsql AS $$
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
  ELSE NULL;
  END CASE;
END $$;
