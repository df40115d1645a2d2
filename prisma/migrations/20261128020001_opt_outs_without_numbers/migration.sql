-- An opt-out of somebody who shows no number belongs to their id at the platform: it too outlives the contact.

-- Of contacts, who say themselves whether they have opted in again.
INSERT INTO "opt_outs" ("companyId", "number", "optedOutAt")
SELECT k."companyId", parley_number_hash(k."companyId", i."userId"), min(k."optedOutAt")
FROM "contacts" k
JOIN "conversations" c ON c."companyId" = k."companyId" AND c."contactId" = k."id"
JOIN "channel_identities" i ON i."companyId" = c."companyId" AND i."channelId" = c."channelId" AND i."visitorId" = c."visitorId"
WHERE k."optedOutAt" IS NOT NULL AND i."userId" ~ '^[A-Z]{2}\.' GROUP BY 1, 2 ON CONFLICT DO NOTHING;

-- Of people whose contact is gone.
INSERT INTO "opt_outs" ("companyId", "number", "optedOutAt")
SELECT i."companyId", parley_number_hash(i."companyId", i."userId"), min(i."optedOutAt")
FROM "channel_identities" i
WHERE i."optedOutAt" IS NOT NULL AND i."userId" ~ '^[A-Z]{2}\.' AND NOT EXISTS (
  SELECT FROM "conversations" c WHERE c."companyId" = i."companyId" AND c."channelId" = i."channelId"
    AND c."visitorId" = i."visitorId" AND c."contactId" IS NOT NULL)
GROUP BY 1, 2 ON CONFLICT DO NOTHING;

-- The numbers and ids themselves of people who were deleted had been kept for it.
DELETE FROM "channel_identities" i WHERE i."optedOutAt" IS NOT NULL AND i."name" = '' AND i."username" = ''
  AND NOT EXISTS (SELECT FROM "conversations" c WHERE c."companyId" = i."companyId" AND c."channelId" = i."channelId"
    AND c."visitorId" = i."visitorId");
