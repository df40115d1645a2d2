-- S2: service levels and the clocks of conversations.
-- AlterTable
ALTER TABLE "conversation_activity" ADD COLUMN     "slaDueAt" TIMESTAMPTZ(3),
ADD COLUMN     "slaNextAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "sla" JSONB,
ADD COLUMN     "slaDueAt" TIMESTAMPTZ(3),
ADD COLUMN     "slaNextAt" TIMESTAMPTZ(3),
ADD COLUMN     "slaPolicyId" UUID;

-- CreateTable
CREATE TABLE "sla_policies" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "conditions" JSONB NOT NULL DEFAULT '{}',
    "firstResponse" INTEGER,
    "nextResponse" INTEGER,
    "resolution" INTEGER,
    "pausesForVisitor" BOOLEAN NOT NULL DEFAULT false,
    "calendarId" UUID,
    "renewAfter" UUID,
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sla_policies_pkey" PRIMARY KEY ("companyId","id")
);

-- AddForeignKey
ALTER TABLE "sla_policies" ADD CONSTRAINT "sla_policies_companyId_calendarId_fkey" FOREIGN KEY ("companyId", "calendarId") REFERENCES "calendars"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('sla_policies');

CREATE OR REPLACE FUNCTION parley_activity(c conversations) RETURNS conversation_activity LANGUAGE sql IMMUTABLE AS $$
  SELECT ROW(c."companyId", c."id", greatest(c."lastMessageAt", c."returnedAt"), c."updatedAt", c."createdAt",
    c."status", c."channel", c."channelId", c."phaseId", c."assignedTo", c."preAssigned", c."persistentLastOperator",
    c."chatbotState", CASE WHEN c."firstHumanMessageAt" IS NOT NULL THEN 'human' WHEN c."botSpoke" THEN 'bot' ELSE 'none' END,
    c."contactId" IS NOT NULL AND NOT ('no_lead' = ANY (c."tags")), c."contactId" IS NOT NULL,
    c."utmSource", c."utmMedium", c."amount", c."visitorName",
    parley_span(c."createdAt", greatest(c."lastMessageAt", c."returnedAt")),
    c."waitingSince", parley_priority(c."priority"), c."snoozedUntil", c."teamId",
    c."slaDueAt", c."slaNextAt")::conversation_activity
$$;

-- With the rest of the row that each message writes: a clock costs no statement of its own.
CREATE OR REPLACE FUNCTION parley_conversation_touched() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE risen timestamptz := greatest(NEW."lastMessageAt", NEW."returnedAt");
BEGIN
  UPDATE conversation_activity SET "lastMessageAt" = risen, "updatedAt" = NEW."updatedAt",
    "waitingSince" = NEW."waitingSince", "span" = parley_span(NEW."createdAt", risen),
    "slaDueAt" = NEW."slaDueAt", "slaNextAt" = NEW."slaNextAt"
    WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  IF cardinality(NEW."tags") > 0 AND risen IS DISTINCT FROM greatest(OLD."lastMessageAt", OLD."returnedAt") THEN
    UPDATE conversation_tags SET "lastMessageAt" = risen
      WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  END IF;
  -- The contact shows what the visitor said last.
  IF NEW."contactId" IS NOT NULL AND NEW."lastVisitorSeq" <> OLD."lastVisitorSeq" THEN
    UPDATE contacts SET "message" = NEW."lastMessage" WHERE "companyId" = NEW."companyId" AND "id" = NEW."contactId";
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER lists_touch ON conversations;
CREATE TRIGGER lists_touch AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."lastMessageAt" IS DISTINCT FROM NEW."lastMessageAt" OR OLD."updatedAt" IS DISTINCT FROM NEW."updatedAt"
  OR OLD."returnedAt" IS DISTINCT FROM NEW."returnedAt" OR OLD."waitingSince" IS DISTINCT FROM NEW."waitingSince"
  OR OLD."slaDueAt" IS DISTINCT FROM NEW."slaDueAt" OR OLD."slaNextAt" IS DISTINCT FROM NEW."slaNextAt")
EXECUTE FUNCTION parley_conversation_touched();

-- Lists by due time; most conversations have no clock that runs, and cost nothing here.
CREATE INDEX activity_sla_due ON conversation_activity ("companyId", "slaDueAt" DESC, "conversationId" DESC)
  WHERE "slaDueAt" IS NOT NULL;
-- The leader looks here, every second, for what is to be told.
CREATE INDEX activity_sla_next ON conversation_activity ("slaNextAt") WHERE "slaNextAt" IS NOT NULL;
-- What runs by a policy, for when it changes; written when it begins to apply, not with messages.
CREATE INDEX conversations_sla ON conversations ("companyId", "slaPolicyId", "id") WHERE "slaPolicyId" IS NOT NULL;
