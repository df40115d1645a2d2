-- AlterTable
ALTER TABLE "saved_views" ADD COLUMN     "icon" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "order" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "scope" TEXT NOT NULL DEFAULT 'private',
ADD COLUMN     "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Those that exist keep the order in which they were made.
UPDATE "saved_views" v SET "order" = n."order", "updatedAt" = v."createdAt" FROM (
  SELECT "companyId", "id", row_number() OVER (PARTITION BY "companyId", "userId", "page" ORDER BY "id") - 1 AS "order"
  FROM "saved_views") n
WHERE n."companyId" = v."companyId" AND n."id" = v."id";

-- The inbox left out its first tab; from now on a view without a tab holds open and closed conversations.
UPDATE "saved_views" SET "query" = concat_ws('&', 'view=mine', nullif("query", ''))
WHERE "page" = 'inbox' AND "query" !~ '(^|&)view=';

-- What everybody of a company sees.
CREATE INDEX saved_views_shared ON "saved_views" ("companyId") WHERE "scope" <> 'private';
