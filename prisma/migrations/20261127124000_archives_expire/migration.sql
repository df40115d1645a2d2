-- Archives of chats that somebody of the team gave to an import: nothing else of theirs is kept as bytes without a time
-- and without a message. They go when their runs go.
UPDATE "uploads" SET "expiresAt" = "createdAt" + interval '7 days'
WHERE "conversationId" IS NULL AND "expiresAt" IS NULL AND NOT "kept" AND "key" LIKE '%.bin'
  AND "createdBy" LIKE 'user:%' AND "createdBy" <> 'user:system'
  AND EXISTS (SELECT FROM "users" u WHERE u."companyId" = "uploads"."companyId" AND 'user:' || u."id" = "uploads"."createdBy");
