-- What an installation of the first schema that could be started (migrations up to 20261121000700) could hold: one company
-- with everything that people made, and what waits. Columns that came later are not named here.
insert into plans values ('plan-a', 'First', 'The first plan', 'TIER_1', false, 100, 1000, 5, 10, 49.00, 49000.00, 1);
insert into companies ("id", "name", "email", "planId", "settings", "features") values
  ('0a000000-0000-7000-8000-000000000001', 'Acme', 'owner@acme.example', 'plan-a', '{"timeZone": "America/Lima"}', '{"export": false}');
insert into users ("companyId", "id", "name", "email", "role", "passwordHash") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000010', 'Owner', 'owner@acme.example', 'admin', 'hash-of-owner'),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000011', 'Agent', 'agent@acme.example', 'agent', 'hash-of-agent');
insert into user_sessions ("companyId", "id", "userId", "expiresAt") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000012', '0a000000-0000-7000-8000-000000000010', '2030-01-01');
insert into api_tokens ("companyId", "id", "userId", "name", "hash", "prefix", "last4", "permissions") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000013', '0a000000-0000-7000-8000-000000000010', 'Robot',
   'hash-of-token', 'sk_live_', 'abcd', '{clients_read,chat_talk}');
insert into chatbots ("companyId", "id", "name", "title", "questionList") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000020', 'Assistant', 'Assistant',
   '[{"id": "q1", "type": "statement", "question": "Hello"}]');
insert into chatbot_versions ("companyId", "chatbotId", "version", "questionList", "nodeCount") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000020', 1, '[{"id": "q1"}]', 1);
insert into channels ("companyId", "id", "type", "label", "connected", "chatbotId", "settings", "externalId") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000030', 'WEBSITE', 'Shop', true,
   '0a000000-0000-7000-8000-000000000020', '{"color": "#0a5"}', null),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000031', 'WHATSAPP_API', 'Phone', true, null, '{}', '5550001');
insert into phases ("companyId", "id", "name", "order", "type") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000040', 'New', 0, 'progress'),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000041', 'Won', 1, 'success');
insert into contacts ("companyId", "id", "channelId", "name", "email", "phone", "internationalPhoneNumber", "emailKey", "phoneKeys",
  "status", "rating", "tags", "customFields", "assignedTo") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000050', '0a000000-0000-7000-8000-000000000030', 'Ana García',
   'Ana@Example.com', '+54 9 11 5555-0000', '5491155550000', 'ana@example.com', '{5491155550000}', 'client', 4, '{vip}',
   '{"plan": "gold", "seats": 3}', '0a000000-0000-7000-8000-000000000011'),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000051', '0a000000-0000-7000-8000-000000000031', 'Beto', '',
   '', '', '', '{}', 'new', 0, '{}', '{}', null);
insert into conversations ("companyId", "id", "channelId", "channel", "windowed", "status", "contactId", "phaseId", "visitorId",
  "visitorName", "amount", "tags", "operatorTags", "assignedTo", "chatbotState", "participants", "lastMessage", "lastMessageBy",
  "lastMessageAt", "lastVisitorMessageAt", "lastVisitorSeq", "lastSeq", "closedAt", "isLead", "createdAt", "updatedAt") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000060', '0a000000-0000-7000-8000-000000000030', 'WEB', false,
   'opened', '0a000000-0000-7000-8000-000000000050', '0a000000-0000-7000-8000-000000000040', 'visitor-1', 'Ana García', 120.50, '{vip}',
   '[{"tagName": "vip", "source": "human"}]', '0a000000-0000-7000-8000-000000000011', 'OFF',
   '[{"id": "visitor-1", "name": "Ana García", "type": "visitor", "firstMessageAt": null, "lastMessageAt": null}]',
   'Yes, come by', 'user', '2026-11-20T10:02:00Z', '2026-11-20T10:00:00Z', 1, 2, null, null, '2026-11-20T10:00:00Z', '2026-11-20T10:02:00Z'),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000061', '0a000000-0000-7000-8000-000000000031', 'WHATSAPP', true,
   'closed', '0a000000-0000-7000-8000-000000000051', '0a000000-0000-7000-8000-000000000041', '5491155559999', 'Beto', null, '{}', '[]',
   null, 'ON', '[]', 'Thanks', 'visitor', '2026-11-19T09:00:00Z', '2026-11-19T09:00:00Z', 1, 1, '2026-11-19T10:00:00Z', true,
   '2026-11-19T09:00:00Z', '2026-11-19T10:00:00Z');
insert into messages ("companyId", "id", "conversationId", "seq", "fromType", "sender", "senderName", "senderType", "type", "text",
  "attachments", "status", "createdAt") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000070', '0a000000-0000-7000-8000-000000000060', 1, 'visitor',
   'visitor-1', 'Ana García', 'visitor', 'text/plain', 'Is my bike ready?', '[]', 'sent', '2026-11-20T10:00:00Z'),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000071', '0a000000-0000-7000-8000-000000000060', 2, 'user',
   '0a000000-0000-7000-8000-000000000011', 'Agent', 'user', 'text/plain', 'Yes, come by', '[]', 'read', '2026-11-20T10:02:00Z'),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000072', '0a000000-0000-7000-8000-000000000061', 1, 'visitor',
   '5491155559999', 'Beto', 'visitor', 'image', 'Thanks', '[{"title": "", "text": "", "image_url": "https://acme.example/a.png"}]', 'sent',
   '2026-11-19T09:00:00Z');
insert into notes ("companyId", "id", "contactId", "conversationId", "afterSeq", "text", "authorId", "authorName") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000080', '0a000000-0000-7000-8000-000000000050', null, 0,
   'Pays late', '0a000000-0000-7000-8000-000000000011', 'Agent'),
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000081', null, '0a000000-0000-7000-8000-000000000060', 1,
   'Ask the workshop', '0a000000-0000-7000-8000-000000000011', 'Agent');
insert into operator_tags ("companyId", "id", "name", "nameKey", "color") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000082', 'VIP', 'vip', '#C2410C');
insert into saved_views ("companyId", "id", "userId", "page", "name", "query") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000083', '0a000000-0000-7000-8000-000000000011', 'inbox', 'Mine', 'tab=mine');
insert into canned_responses ("companyId", "id", "shortcut", "text") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000084', 'hours', 'We open at nine.');
insert into uploads ("companyId", "id", "conversationId", "key", "contentType", "size", "createdBy") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000085', '0a000000-0000-7000-8000-000000000060',
   'aa/0123456789abcdef.png', 'image/png', 68, 'user:0a000000-0000-7000-8000-000000000011');
insert into triggers ("companyId", "id", "name", "conditions", "actions") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000086', 'Greet', '{}', '{}');
insert into events ("companyId", "id", "seq", "position", "type", "conversationId", "messageId", "actorType", "actorId", "data") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000090', 1, 1, 'conversation/message',
   '0a000000-0000-7000-8000-000000000060', '0a000000-0000-7000-8000-000000000070', 'visitor', 'visitor-1', '{}');
insert into event_positions values ('0a000000-0000-7000-8000-000000000001', 1);
insert into webhooks ("companyId", "id", "url", "eventTypes", "secret", "secretLast4") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000091', 'https://hooks.acme.example/in',
   '{conversation/message}', 'sealed', 'wxyz');
insert into webhook_deliveries ("companyId", "id", "webhookId", "eventId", "event", "body") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000092', '0a000000-0000-7000-8000-000000000091',
   '0a000000-0000-7000-8000-000000000090', 'conversation/message', '{"event": "conversation/message"}');
insert into webhook_attempts ("companyId", "id", "webhookId", "deliveryId", "url", "event", "payload", "attempt", "success", "durationMs") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000093', '0a000000-0000-7000-8000-000000000091',
   '0a000000-0000-7000-8000-000000000092', 'https://hooks.acme.example/in', 'conversation/message', '{}', 1, false, 12);
insert into templates ("companyId", "id", "number", "channelId", "elementName", "language", "category", "status", "text") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000094', 1, '0a000000-0000-7000-8000-000000000031', 'ready', 'en',
   'UTILITY', 'APPROVED', 'Your bike is ready');
insert into campaigns ("companyId", "id", "channelId", "templateId", "name", "status", "scheduledAt") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000095', '0a000000-0000-7000-8000-000000000031',
   '0a000000-0000-7000-8000-000000000094', 'November', 'SENT', '2026-11-01');
insert into campaign_messages ("companyId", "id", "number", "campaignId", "templateId", "contactId", "destination", "status") values
  ('0a000000-0000-7000-8000-000000000001', '0a000000-0000-7000-8000-000000000096', 1, '0a000000-0000-7000-8000-000000000095',
   '0a000000-0000-7000-8000-000000000094', '0a000000-0000-7000-8000-000000000051', '5491155559999', 'delivered');
