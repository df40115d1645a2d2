-- AlterTable
ALTER TABLE "notes" ADD COLUMN     "mentions" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "webhook_health" ADD COLUMN     "toldAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "notifications" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "aboutId" UUID NOT NULL,
    "conversationId" UUID,
    "noteId" UUID,
    "actorId" UUID,
    "shown" BOOLEAN NOT NULL DEFAULT true,
    "count" INTEGER NOT NULL DEFAULT 1,
    "readAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "notification_preferences" (
    "companyId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "matrix" JSONB NOT NULL DEFAULT '{}',
    "mutedChannels" UUID[] DEFAULT ARRAY[]::UUID[],
    "quietHours" JSONB,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("companyId","userId")
);

-- CreateTable
CREATE TABLE "conversation_mentions" (
    "companyId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_mentions_pkey" PRIMARY KEY ("companyId","conversationId","userId")
);

-- CreateIndex
CREATE INDEX "notifications_companyId_userId_updatedAt_id_idx" ON "notifications"("companyId", "userId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notifications_companyId_conversationId_idx" ON "notifications"("companyId", "conversationId");

-- CreateIndex
CREATE INDEX "notifications_updatedAt_idx" ON "notifications"("updatedAt");

-- CreateIndex
CREATE INDEX "conversation_mentions_companyId_userId_idx" ON "conversation_mentions"("companyId", "userId");

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_mentions" ADD CONSTRAINT "conversation_mentions_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation_mentions" ADD CONSTRAINT "conversation_mentions_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What happens again while unread is counted on the same row.
CREATE UNIQUE INDEX notifications_unread ON notifications ("companyId", "userId", "kind", "aboutId") WHERE "readAt" IS NULL;

SELECT parley_lock_tenant_table('notifications');
SELECT parley_lock_tenant_table('notification_preferences');
SELECT parley_lock_tenant_table('conversation_mentions');

-- Who looks at a conversation in this moment, whatever process their screen is connected to.
GRANT SELECT ON presences TO parley_app;

CREATE FUNCTION parley_looking(company uuid, conversation uuid) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT DISTINCT person FROM presences p
  CROSS JOIN LATERAL jsonb_object_keys(coalesce(p."state"->'threads'->(conversation::text), '{}'::jsonb)) AS person
  WHERE p."companyId" = company AND p."seenAt" > now() - interval '15 seconds'
$$;

-- Each person's notifications are told to that person's screens, not to the audit log.
DROP INDEX events_audited;

CREATE INDEX events_audited ON events ("companyId", "id")
  WHERE "type" NOT IN ('conversation/message', 'conversation/read', 'conversation/changed', 'conversation/imported',
    'message/changed', 'message/command', 'contact/changed', 'chatbot/called', 'chatbot/draft', 'channel/import',
    'template/sync', 'campaign/run', 'notification/changed');
