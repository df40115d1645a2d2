-- The conversations of a year are twelve counters instead of 365. Who writes meanwhile waits: with the old function it
-- would count the day and not the month.
LOCK TABLE list_counter_deltas IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION parley_activity_keys(a conversation_activity) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[
    'all', 'status:' || a."status", 'channel:' || a."channel", 'phase:' || a."phaseId",
    'handled:' || a."handledBy", 'day:' || to_char(a."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    'month:' || to_char(a."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM'),
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
    CASE WHEN a."status" <> 'closed' AND a."assignedTo" IS NULL AND a."snoozedUntil" IS NULL
      AND NOT (a."chatbotState" = 'ON' AND a."handledBy" <> 'none') THEN 'open-waiting' END,
    'team:' || a."teamId",
    CASE WHEN a."status" <> 'closed' THEN 'open-team:' || a."teamId" END
  ], NULL)
$$;

INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
SELECT d."companyId", 'conversations', 'month:' || substr(d."key", 5, length(d."key") - 7), sum(d."count"), sum(d."amount")
FROM (
  SELECT "companyId", "key", "count", "amount" FROM list_counters WHERE "list" = 'conversations' AND "key" LIKE 'day:%'
  UNION ALL
  SELECT "companyId", "key", "count", "amount" FROM list_counter_deltas WHERE "list" = 'conversations' AND "key" LIKE 'day:%'
) d GROUP BY 1, 3;
