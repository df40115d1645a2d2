-- DropIndex
DROP INDEX "inbound_payloads_companyId_status_receivedAt_idx";

-- AlterTable
ALTER TABLE "channels" ADD COLUMN     "health" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "freeEntryUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "inbound_payloads" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "kinds" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "extra" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "channel_identities" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "userId" TEXT,
    "phone" TEXT NOT NULL DEFAULT '',
    "visitorId" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "username" TEXT NOT NULL DEFAULT '',
    "lastInboundAt" TIMESTAMPTZ(3),
    "optedOutAt" TIMESTAMPTZ(3),
    "unreachable" TEXT,
    "profileAskedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_identities_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "message_links" (
    "companyId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "externalId" TEXT NOT NULL,
    "conversationId" UUID NOT NULL,
    "messageId" UUID NOT NULL,
    "part" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'sent',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_links_pkey" PRIMARY KEY ("companyId","channelId","externalId")
);

-- CreateTable
CREATE TABLE "message_sends" (
    "companyId" UUID NOT NULL,
    "messageId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "parts" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimedAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "message_sends_pkey" PRIMARY KEY ("companyId","messageId")
);

-- CreateTable
CREATE TABLE "held_statuses" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "externalId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "code" TEXT,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "held_statuses_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "simulator_objects" (
    "companyId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "simulator_objects_pkey" PRIMARY KEY ("companyId","channelId","kind","key")
);

-- CreateTable
CREATE TABLE "simulator_messages" (
    "companyId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "peer" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'accepted',
    "callback" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "simulator_messages_pkey" PRIMARY KEY ("companyId","channelId","id")
);

-- CreateTable
CREATE TABLE "simulator_callbacks" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "change" JSONB NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "simulator_callbacks_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "channel_identities_companyId_channelId_visitorId_idx" ON "channel_identities"("companyId", "channelId", "visitorId");

-- CreateIndex
CREATE UNIQUE INDEX "channel_identities_companyId_channelId_userId_key" ON "channel_identities"("companyId", "channelId", "userId");

-- CreateIndex
CREATE INDEX "channel_identities_companyId_channelId_phone_idx" ON "channel_identities"("companyId", "channelId", "phone");

-- CreateIndex
CREATE INDEX "message_links_companyId_messageId_idx" ON "message_links"("companyId", "messageId");

-- CreateIndex
CREATE INDEX "held_statuses_companyId_channelId_externalId_idx" ON "held_statuses"("companyId", "channelId", "externalId");

-- CreateIndex
CREATE INDEX "held_statuses_receivedAt_idx" ON "held_statuses"("receivedAt");

-- CreateIndex
CREATE INDEX "simulator_messages_companyId_channelId_peer_createdAt_idx" ON "simulator_messages"("companyId", "channelId", "peer", "createdAt");

-- CreateIndex
CREATE INDEX "simulator_callbacks_dueAt_idx" ON "simulator_callbacks"("dueAt");

-- CreateIndex
CREATE INDEX "inbound_payloads_companyId_status_id_idx" ON "inbound_payloads"("companyId", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "inbound_payloads_companyId_channelId_id_idx" ON "inbound_payloads"("companyId", "channelId", "id" DESC);

-- AddForeignKey
ALTER TABLE "channel_identities" ADD CONSTRAINT "channel_identities_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_links" ADD CONSTRAINT "message_links_companyId_messageId_fkey" FOREIGN KEY ("companyId", "messageId") REFERENCES "messages"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_sends" ADD CONSTRAINT "message_sends_companyId_messageId_fkey" FOREIGN KEY ("companyId", "messageId") REFERENCES "messages"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulator_objects" ADD CONSTRAINT "simulator_objects_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulator_messages" ADD CONSTRAINT "simulator_messages_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "simulator_callbacks" ADD CONSTRAINT "simulator_callbacks_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The platform's ids are unique in their channel: message_links holds them.
DROP INDEX IF EXISTS messages_external_id;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['channel_identities', 'message_links', 'message_sends', 'held_statuses',
    'simulator_objects', 'simulator_messages', 'simulator_callbacks'] LOOP
    PERFORM parley_lock_tenant_table(name::regclass);
  END LOOP;
END $$;

ALTER TABLE inbound_payloads ADD CONSTRAINT inbound_payloads_company_fkey FOREIGN KEY ("companyId") REFERENCES companies ("id");
ALTER TABLE inbound_payloads ADD CONSTRAINT inbound_payloads_status CHECK ("status" IN ('received', 'processed', 'failed', 'ignored', 'rejected'));
ALTER TABLE held_statuses ADD CONSTRAINT held_statuses_company_fkey FOREIGN KEY ("companyId") REFERENCES companies ("id");

-- What is still to be sent, read in order; what is still to be processed.
CREATE INDEX messages_queued ON messages ("companyId", "conversationId", "seq") WHERE "status" = 'queued';
CREATE INDEX message_sends_open ON message_sends ("claimedAt") WHERE "state" <> 'done';
CREATE INDEX inbound_payloads_received ON inbound_payloads ("receivedAt") WHERE "status" = 'received';
