-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "imported" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "channel_imports" (
    "companyId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "progress" INTEGER,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "contacts" INTEGER NOT NULL DEFAULT 0,
    "code" INTEGER,
    "error" TEXT NOT NULL DEFAULT '',
    "startedAt" TIMESTAMPTZ(3),
    "heardAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "channel_imports_pkey" PRIMARY KEY ("companyId","channelId")
);

-- CreateTable
CREATE TABLE "import_items" (
    "companyId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,
    "error" TEXT,

    CONSTRAINT "import_items_pkey" PRIMARY KEY ("companyId","channelId","kind","key")
);

-- CreateIndex
CREATE INDEX "channel_imports_dueAt_idx" ON "channel_imports"("dueAt");

-- CreateIndex
CREATE INDEX "import_items_companyId_channelId_kind_person_at_idx" ON "import_items"("companyId", "channelId", "kind", "person", "at");

-- AddForeignKey
ALTER TABLE "channel_imports" ADD CONSTRAINT "channel_imports_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('channel_imports');
SELECT parley_lock_tenant_table('import_items');

-- No bot hears what is long past.
CREATE OR REPLACE FUNCTION parley_bot_hears(company uuid, conversation uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT c."imported"
    AND (c."chatbotState" <> 'OFF' OR c."contactId" IS NULL OR coalesce(b."asksEndpoints", false))
  FROM conversations c
  LEFT JOIN channels h ON h."companyId" = c."companyId" AND h."id" = c."channelId" AND h."deletedAt" IS NULL
  LEFT JOIN chatbots b ON b."companyId" = h."companyId" AND b."id" = h."chatbotId"
  WHERE c."companyId" = company AND c."id" = conversation
$$;

-- A history of many thousand messages is one deed: the channel's page shows how far it is.
DROP INDEX events_audited;

CREATE INDEX events_audited ON events ("companyId", "id")
  WHERE "type" NOT IN ('conversation/message', 'conversation/read', 'conversation/changed', 'conversation/imported',
    'message/changed', 'message/command', 'contact/changed', 'chatbot/called', 'chatbot/draft', 'channel/import',
    'template/sync', 'campaign/run');
