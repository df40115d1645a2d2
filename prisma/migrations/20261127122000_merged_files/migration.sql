-- Conversations went into others without the files of their messages, their template messages and their surveys: with the
-- empty conversation the files would be deleted. All goes where the messages are, over as many merges as there were.
CREATE TEMPORARY TABLE merged_ways AS
WITH RECURSIVE way AS (
  SELECT c."companyId", c."id" AS "from", c."mergedIntoId" AS "to", 1 AS "step"
  FROM conversations c WHERE c."mergedIntoId" IS NOT NULL
  UNION ALL
  SELECT w."companyId", w."from", c."mergedIntoId", w."step" + 1
  FROM way w JOIN conversations c ON c."companyId" = w."companyId" AND c."id" = w."to"
  WHERE c."mergedIntoId" IS NOT NULL AND w."step" < 100)
SELECT w."companyId", w."from", w."to" FROM way w
JOIN conversations c ON c."companyId" = w."companyId" AND c."id" = w."to" AND c."mergedIntoId" IS NULL;

UPDATE uploads u SET "conversationId" = w."to" FROM merged_ways w
WHERE u."companyId" = w."companyId" AND u."conversationId" = w."from";

UPDATE campaign_messages e SET "conversationId" = w."to" FROM merged_ways w
WHERE e."companyId" = w."companyId" AND e."conversationId" = w."from";

UPDATE csat_responses r SET "conversationId" = w."to" FROM merged_ways w
WHERE r."companyId" = w."companyId" AND r."conversationId" = w."from" AND r."state" <> 'due';

DROP TABLE merged_ways;
