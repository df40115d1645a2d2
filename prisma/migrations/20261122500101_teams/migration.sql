-- W6: teams, their members and channels; conversations and saved views may belong to one.
-- AlterTable
ALTER TABLE "conversation_activity" ADD COLUMN     "teamId" UUID;

-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "teamId" UUID;

-- AlterTable
ALTER TABLE "saved_views" ADD COLUMN     "teamId" UUID;

-- CreateTable
CREATE TABLE "teams" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "companyId" UUID NOT NULL,
    "teamId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'primary',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("companyId","teamId","userId")
);

-- CreateTable
CREATE TABLE "team_channels" (
    "companyId" UUID NOT NULL,
    "teamId" UUID NOT NULL,
    "channelId" UUID NOT NULL,

    CONSTRAINT "team_channels_pkey" PRIMARY KEY ("companyId","teamId","channelId")
);

-- CreateIndex
CREATE UNIQUE INDEX "teams_companyId_nameKey_key" ON "teams"("companyId", "nameKey");

-- CreateIndex
CREATE INDEX "team_members_companyId_userId_idx" ON "team_members"("companyId", "userId");

-- CreateIndex
CREATE INDEX "team_channels_companyId_channelId_idx" ON "team_channels"("companyId", "channelId");

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_companyId_teamId_fkey" FOREIGN KEY ("companyId", "teamId") REFERENCES "teams"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_companyId_teamId_fkey" FOREIGN KEY ("companyId", "teamId") REFERENCES "teams"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_companyId_teamId_fkey" FOREIGN KEY ("companyId", "teamId") REFERENCES "teams"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_channels" ADD CONSTRAINT "team_channels_companyId_teamId_fkey" FOREIGN KEY ("companyId", "teamId") REFERENCES "teams"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_channels" ADD CONSTRAINT "team_channels_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('teams');
SELECT parley_lock_tenant_table('team_members');
SELECT parley_lock_tenant_table('team_channels');

CREATE OR REPLACE FUNCTION parley_activity(c conversations) RETURNS conversation_activity LANGUAGE sql IMMUTABLE AS $$
  SELECT ROW(c."companyId", c."id", greatest(c."lastMessageAt", c."returnedAt"), c."updatedAt", c."createdAt",
    c."status", c."channel", c."channelId", c."phaseId", c."assignedTo", c."preAssigned", c."persistentLastOperator",
    c."chatbotState", CASE WHEN c."firstHumanMessageAt" IS NOT NULL THEN 'human' WHEN c."botSpoke" THEN 'bot' ELSE 'none' END,
    c."contactId" IS NOT NULL AND NOT ('no_lead' = ANY (c."tags")), c."contactId" IS NOT NULL,
    c."utmSource", c."utmMedium", c."amount", c."visitorName",
    parley_span(c."createdAt", greatest(c."lastMessageAt", c."returnedAt")),
    c."waitingSince", parley_priority(c."priority"), c."snoozedUntil", c."teamId")::conversation_activity
$$;

CREATE OR REPLACE FUNCTION parley_conversation_triaged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversation_activity SET "priority" = parley_priority(NEW."priority"), "snoozedUntil" = NEW."snoozedUntil",
    "teamId" = NEW."teamId"
    WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  RETURN NULL;
END $$;

DROP TRIGGER lists_triage ON conversations;
CREATE TRIGGER lists_triage AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."priority" IS DISTINCT FROM NEW."priority" OR OLD."snoozedUntil" IS DISTINCT FROM NEW."snoozedUntil"
  OR OLD."teamId" IS DISTINCT FROM NEW."teamId")
EXECUTE FUNCTION parley_conversation_triaged();

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
    CASE WHEN a."status" <> 'closed' AND a."assignedTo" IS NULL AND a."snoozedUntil" IS NULL
      AND NOT (a."chatbotState" = 'ON' AND a."handledBy" <> 'none') THEN 'open-waiting' END,
    'team:' || a."teamId",
    CASE WHEN a."status" <> 'closed' THEN 'open-team:' || a."teamId" END
  ], NULL)
$$;

-- The team stands last and only where there is one: what has been counted before stays as it is.
CREATE OR REPLACE FUNCTION parley_activity_facets(a conversation_activity) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT a."status" || '|' || a."channel" || '|' || a."phaseId" || '|' || coalesce(a."assignedTo"::text, '') || '|'
    || a."chatbotState" || '|' || a."handledBy" || '|' || CASE WHEN a."lead" THEN 1 ELSE 0 END || '|'
    || CASE WHEN a."waitingSince" IS NULL THEN 0 ELSE 1 END || '|' || a."priority" || '|'
    || CASE WHEN a."snoozedUntil" IS NULL THEN 0 ELSE 1 END || coalesce('|' || a."teamId", '')
$$;

DROP TRIGGER facets_update ON conversation_activity;
CREATE TRIGGER facets_update AFTER UPDATE ON conversation_activity FOR EACH ROW
WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."phaseId" IS DISTINCT FROM NEW."phaseId"
  OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo" OR OLD."chatbotState" IS DISTINCT FROM NEW."chatbotState"
  OR OLD."handledBy" IS DISTINCT FROM NEW."handledBy" OR OLD."lead" IS DISTINCT FROM NEW."lead"
  OR (OLD."waitingSince" IS NULL) IS DISTINCT FROM (NEW."waitingSince" IS NULL)
  OR OLD."priority" IS DISTINCT FROM NEW."priority" OR OLD."teamId" IS DISTINCT FROM NEW."teamId"
  OR (OLD."snoozedUntil" IS NULL) IS DISTINCT FROM (NEW."snoozedUntil" IS NULL)
  OR OLD."amount" IS DISTINCT FROM NEW."amount")
EXECUTE FUNCTION parley_activity_refaceted();

DROP TRIGGER count_update ON conversation_activity;
CREATE TRIGGER count_update AFTER UPDATE ON conversation_activity FOR EACH ROW
WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."phaseId" IS DISTINCT FROM NEW."phaseId"
  OR OLD."handledBy" IS DISTINCT FROM NEW."handledBy" OR OLD."lead" IS DISTINCT FROM NEW."lead"
  OR OLD."persistentLastOperator" IS DISTINCT FROM NEW."persistentLastOperator"
  OR OLD."preAssigned" IS DISTINCT FROM NEW."preAssigned" OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo"
  OR OLD."utmSource" IS DISTINCT FROM NEW."utmSource" OR OLD."utmMedium" IS DISTINCT FROM NEW."utmMedium"
  OR OLD."chatbotState" IS DISTINCT FROM NEW."chatbotState" OR OLD."amount" IS DISTINCT FROM NEW."amount"
  OR OLD."teamId" IS DISTINCT FROM NEW."teamId"
  OR (OLD."snoozedUntil" IS NULL) IS DISTINCT FROM (NEW."snoozedUntil" IS NULL))
EXECUTE FUNCTION parley_activity_recounted();

CREATE INDEX activity_team ON conversation_activity ("companyId", "teamId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "teamId" IS NOT NULL;
