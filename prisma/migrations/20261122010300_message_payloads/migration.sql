-- From now on a message's event carries its payload. Those that no webhook was told of yet get theirs, as it would have
-- been rendered.
UPDATE events e SET "data" = jsonb_build_object(
    'conversation', jsonb_build_object('id', c."id", 'companyId', c."companyId", 'websiteId', c."channelId",
      'channel', CASE c."channel" WHEN 'WEB' THEN 'WEBSITE' ELSE c."channel" END, 'status', c."status",
      'chatbotState', coalesce(e."data"->>'chatbotState', 'ON'), 'contactId', coalesce(c."contactId"::text, ''),
      'visitorName', c."visitorName", 'visitorEmail', c."visitorEmail", 'visitorPhone', c."visitorPhone"),
    'message', jsonb_build_object('id', m."id",
      'message', jsonb_build_object('text', m."text", 'type', m."type"),
      'sender', jsonb_build_object('id', m."sender",
        'type', CASE m."senderType" WHEN 'externalOperator' THEN 'external_operator' WHEN 'system' THEN 'robot'
          ELSE m."senderType" END,
        'initial', left(m."senderName", 1), 'name', m."senderName"),
      'sendAt', to_char(m."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'sentAt', to_char(m."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    'processMessage', m."senderType" = 'visitor' AND coalesce(e."data"->>'chatbotState', 'ON') = 'ON'
      AND coalesce(b."enabled" AND NOT b."muted", false),
    'chatbotId', h."chatbotId")
FROM messages m
JOIN conversations c ON c."companyId" = m."companyId" AND c."id" = m."conversationId"
JOIN channels h ON h."companyId" = c."companyId" AND h."id" = c."channelId"
LEFT JOIN chatbots b ON b."companyId" = h."companyId" AND b."id" = h."chatbotId"
WHERE e."type" = 'conversation/message' AND NOT e."data" ? 'message'
  AND m."companyId" = e."companyId" AND m."id" = e."messageId"
  AND (e."position" IS NULL OR e."position" > (SELECT "position" FROM webhook_cursor WHERE "id" = 1));
