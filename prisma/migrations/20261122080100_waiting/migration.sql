-- Who has to act: what the bot holds (it is on, and somebody has answered before) does not wait for a person.
CREATE OR REPLACE FUNCTION parley_activity_keys(a conversation_activity) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[
    'all', 'status:' || a."status", 'channel:' || a."channel", 'phase:' || a."phaseId",
    'handled:' || a."handledBy", 'day:' || to_char(a."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    CASE WHEN a."lead" THEN 'lead' END,
    'agent:' || a."persistentLastOperator", 'pre:' || a."preAssigned",
    CASE WHEN a."utmSource" <> '' THEN 'utms:' || a."utmSource" END,
    CASE WHEN a."utmMedium" <> '' THEN 'utmm:' || a."utmMedium" END,
    CASE WHEN a."status" <> 'closed' THEN 'open' END,
    CASE WHEN a."status" <> 'closed' THEN 'open-channel:' || a."channel" END,
    CASE WHEN a."status" <> 'closed' THEN 'open-phase:' || a."phaseId" END,
    CASE WHEN a."status" <> 'closed' THEN 'open-assigned:' || coalesce(a."assignedTo"::text, 'UNASSIGNED') END,
    CASE WHEN a."status" <> 'closed' AND a."chatbotState" = 'ON' THEN 'open-bot' END,
    CASE WHEN a."status" <> 'closed' AND a."chatbotState" = 'ON' AND a."handledBy" <> 'none' THEN 'open-held' END,
    CASE WHEN a."status" <> 'closed' AND a."assignedTo" IS NULL
      AND NOT (a."chatbotState" = 'ON' AND a."handledBy" <> 'none') THEN 'open-waiting' END
  ], NULL)
$$;

-- What is there already is counted once, also under the new keys.
INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
  SELECT a."companyId", 'conversations', k, count(*), coalesce(sum(a."amount"), 0)
  FROM conversation_activity a CROSS JOIN LATERAL unnest(parley_activity_keys(a)) k
  WHERE k IN ('open-held', 'open-waiting') GROUP BY 1, 3;

CREATE INDEX activity_waiting ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "status" <> 'closed' AND "assignedTo" IS NULL AND NOT ("chatbotState" = 'ON' AND "handledBy" <> 'none');
