-- DropIndex
DROP INDEX "channels_type_externalId_key";

-- AlterTable
ALTER TABLE "channels" ADD COLUMN     "provenAt" TIMESTAMPTZ(3);

-- A number, page or account belongs to whoever has proven it; what somebody merely claims blocks nobody.
UPDATE channels SET "provenAt" = now()
WHERE "deletedAt" IS NULL AND "connected" AND "externalId" IS NOT NULL AND "credentials" IS NOT NULL
  AND ("sandbox" OR coalesce("health"->>'checkedAt', '') <> '');

CREATE UNIQUE INDEX channels_proven_id ON channels ("type", "externalId") WHERE "provenAt" IS NOT NULL;
