-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "channels" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "connected" BOOLEAN NOT NULL DEFAULT false,
    "sandbox" BOOLEAN NOT NULL DEFAULT false,
    "chatbotId" UUID,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "allowedOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "identityRequired" BOOLEAN NOT NULL DEFAULT false,
    "identitySecret" TEXT,
    "credentials" TEXT,
    "externalId" TEXT,
    "whatsappForm" BOOLEAN NOT NULL DEFAULT false,
    "disconnectionRequested" BOOLEAN NOT NULL DEFAULT false,
    "lastInboundAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channels_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "visitor_sessions" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "visitorId" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "attribution" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_sessions_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "conversationId" UUID,
    "key" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "fileName" TEXT NOT NULL DEFAULT '',
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "inbound_payloads" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID,
    "platform" TEXT NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "signatureOk" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'received',
    "error" TEXT,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processedAt" TIMESTAMPTZ(3),

    CONSTRAINT "inbound_payloads_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "chatbots" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "muted" BOOLEAN NOT NULL DEFAULT false,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "questionList" JSONB NOT NULL DEFAULT '[]',
    "appearance" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "rotation" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chatbots_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "chatbot_versions" (
    "companyId" UUID NOT NULL,
    "chatbotId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "questionList" JSONB NOT NULL,
    "nodeCount" INTEGER NOT NULL,
    "author" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chatbot_versions_pkey" PRIMARY KEY ("companyId","chatbotId","version")
);

-- CreateTable
CREATE TABLE "fulfillment_calls" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chatbotId" UUID NOT NULL,
    "conversationId" UUID,
    "url" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "response" TEXT,
    "statusCode" INTEGER,
    "durationMs" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fulfillment_calls_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "triggers" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'message',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "order" INTEGER NOT NULL DEFAULT 0,
    "conditions" JSONB NOT NULL DEFAULT '{}',
    "actions" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "triggers_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "integrations" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "config" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "companies" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "planId" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "features" JSONB NOT NULL DEFAULT '{}',
    "statuses" TEXT[] DEFAULT ARRAY['active']::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "companies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plans" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "annualPlan" BOOLEAN NOT NULL DEFAULT false,
    "leadLimit" INTEGER NOT NULL,
    "conversationLimit" INTEGER NOT NULL,
    "channelLimit" INTEGER NOT NULL,
    "userLimit" INTEGER NOT NULL,
    "priceUSD" DECIMAL(12,2) NOT NULL,
    "priceARS" DECIMAL(14,2) NOT NULL,
    "order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID,
    "conversationId" UUID,
    "name" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "phone" TEXT NOT NULL DEFAULT '',
    "internationalPhoneNumber" TEXT NOT NULL DEFAULT '',
    "emailKey" TEXT NOT NULL DEFAULT '',
    "phoneKeys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'new',
    "subStatus" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "assignedTo" UUID,
    "rating" SMALLINT NOT NULL DEFAULT 0,
    "entryMethod" TEXT NOT NULL DEFAULT 'API',
    "utmSource" TEXT NOT NULL DEFAULT '',
    "utmMedium" TEXT NOT NULL DEFAULT '',
    "utmCampaign" TEXT NOT NULL DEFAULT '',
    "gclid" TEXT NOT NULL DEFAULT '',
    "conversionUrl" TEXT NOT NULL DEFAULT '',
    "refererTracking" TEXT NOT NULL DEFAULT '',
    "device" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "customFields" JSONB NOT NULL DEFAULT '{}',
    "provisional" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "contact_search" (
    "companyId" UUID NOT NULL,
    "contactId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "digits" TEXT NOT NULL,

    CONSTRAINT "contact_search_pkey" PRIMARY KEY ("companyId","contactId")
);

-- CreateTable
CREATE TABLE "notes" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contactId" UUID,
    "conversationId" UUID,
    "afterSeq" INTEGER NOT NULL DEFAULT 0,
    "text" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notes_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "operator_tags" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_tags_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "phases" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "order" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "phases_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "conversations" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "windowed" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'opened',
    "contactId" UUID,
    "phaseId" UUID NOT NULL,
    "phaseChangedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "visitorId" TEXT NOT NULL,
    "visitorName" TEXT NOT NULL DEFAULT '',
    "visitorEmail" TEXT NOT NULL DEFAULT '',
    "visitorPhone" TEXT NOT NULL DEFAULT '',
    "amount" DECIMAL(14,2),
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "operatorTags" JSONB NOT NULL DEFAULT '[]',
    "assignedTo" UUID,
    "preAssigned" UUID,
    "persistentLastOperator" TEXT,
    "chatbotState" TEXT NOT NULL DEFAULT 'ON',
    "chatbotStateBy" TEXT NOT NULL DEFAULT '',
    "chatbotStateAt" TIMESTAMPTZ(3),
    "flowState" JSONB NOT NULL DEFAULT '{}',
    "isLead" BOOLEAN,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT NOT NULL DEFAULT '',
    "utmSource" TEXT NOT NULL DEFAULT '',
    "utmMedium" TEXT NOT NULL DEFAULT '',
    "utmCampaign" TEXT NOT NULL DEFAULT '',
    "gaClientId" TEXT NOT NULL DEFAULT '',
    "gclid" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL DEFAULT '',
    "referrer" TEXT NOT NULL DEFAULT '',
    "device" TEXT NOT NULL DEFAULT '',
    "conversationContext" JSONB NOT NULL DEFAULT '{}',
    "participants" JSONB NOT NULL DEFAULT '[]',
    "lastMessage" TEXT NOT NULL DEFAULT '',
    "lastMessageBy" TEXT NOT NULL DEFAULT '',
    "lastMessageAt" TIMESTAMPTZ(3),
    "lastVisitorMessageAt" TIMESTAMPTZ(3),
    "lastVisitorSeq" INTEGER NOT NULL DEFAULT 0,
    "firstHumanMessageAt" TIMESTAMPTZ(3),
    "botSpoke" BOOLEAN NOT NULL DEFAULT false,
    "lastSeq" INTEGER NOT NULL DEFAULT 0,
    "visitorReadSeq" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "conversation_activity" (
    "companyId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "lastMessageAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "channelId" UUID NOT NULL,
    "phaseId" UUID NOT NULL,
    "assignedTo" UUID,
    "preAssigned" UUID,
    "persistentLastOperator" TEXT,
    "chatbotState" TEXT NOT NULL,
    "handledBy" TEXT NOT NULL,
    "lead" BOOLEAN NOT NULL,
    "hasContact" BOOLEAN NOT NULL,
    "utmSource" TEXT NOT NULL,
    "utmMedium" TEXT NOT NULL,
    "amount" DECIMAL(14,2),
    "visitorName" TEXT NOT NULL,

    CONSTRAINT "conversation_activity_pkey" PRIMARY KEY ("companyId","conversationId")
);

-- CreateTable
CREATE TABLE "conversation_tags" (
    "companyId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "tag" TEXT NOT NULL,
    "lastMessageAt" TIMESTAMPTZ(3),

    CONSTRAINT "conversation_tags_pkey" PRIMARY KEY ("companyId","conversationId","tag")
);

-- CreateTable
CREATE TABLE "conversation_search" (
    "companyId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "digits" TEXT NOT NULL,

    CONSTRAINT "conversation_search_pkey" PRIMARY KEY ("companyId","conversationId")
);

-- CreateTable
CREATE TABLE "list_counters" (
    "companyId" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "amount" DECIMAL(20,2) NOT NULL DEFAULT 0,

    CONSTRAINT "list_counters_pkey" PRIMARY KEY ("companyId","list","key")
);

-- CreateTable
CREATE TABLE "list_counter_deltas" (
    "id" BIGSERIAL NOT NULL,
    "companyId" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "amount" DECIMAL(20,2) NOT NULL DEFAULT 0,

    CONSTRAINT "list_counter_deltas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation_reads" (
    "companyId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_reads_pkey" PRIMARY KEY ("companyId","userId","conversationId")
);

-- CreateTable
CREATE TABLE "messages" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "fromType" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "senderName" TEXT NOT NULL DEFAULT '',
    "senderType" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'text/plain',
    "text" TEXT NOT NULL DEFAULT '',
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "responseOptions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "command" JSONB,
    "status" TEXT NOT NULL DEFAULT 'sent',
    "failureReason" TEXT,
    "clientMessageId" TEXT,
    "externalId" TEXT,
    "edited" BOOLEAN NOT NULL DEFAULT false,
    "editedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "canned_responses" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "shortcut" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "canned_responses_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "events" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "ordinal" BIGSERIAL NOT NULL,
    "seq" BIGINT,
    "position" BIGINT,
    "type" TEXT NOT NULL,
    "channelId" UUID,
    "conversationId" UUID,
    "contactId" UUID,
    "messageId" UUID,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "event_positions" (
    "companyId" UUID NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "event_positions_pkey" PRIMARY KEY ("companyId")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "templates" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "channelId" UUID NOT NULL,
    "elementName" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'PENDING',
    "text" TEXT NOT NULL,
    "components" JSONB NOT NULL DEFAULT '[]',
    "rejectionReason" TEXT,
    "quality" TEXT,
    "externalId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "templates_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "templateId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'SCHEDULED',
    "audience" JSONB NOT NULL DEFAULT '{}',
    "variables" JSONB NOT NULL DEFAULT '{}',
    "stopReason" TEXT,
    "scheduledAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "campaign_messages" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "campaignId" UUID,
    "templateId" UUID NOT NULL,
    "contactId" UUID,
    "messageId" UUID,
    "destination" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "failureCode" TEXT,
    "failureReason" TEXT,
    "externalId" TEXT,
    "answeredAt" TIMESTAMPTZ(3),
    "claimedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_messages_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "users" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "passwordHash" TEXT,
    "avatarUrl" TEXT NOT NULL DEFAULT '',
    "availability" TEXT NOT NULL DEFAULT 'online',
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "user_sessions" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "userAgent" TEXT NOT NULL DEFAULT '',
    "address" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "user_sessions_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "permissions" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "companyId" UUID NOT NULL,
    "tokenId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "bodyHash" TEXT NOT NULL,
    "status" INTEGER,
    "contentType" TEXT NOT NULL DEFAULT 'application/json',
    "body" TEXT NOT NULL DEFAULT '',
    "lockedUntil" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("companyId","tokenId","key","method","path")
);

-- CreateTable
CREATE TABLE "login_attempts" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_attempts_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "websiteId" TEXT NOT NULL DEFAULT '*',
    "url" TEXT NOT NULL,
    "eventTypes" TEXT[],
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "secret" TEXT NOT NULL,
    "secretLast4" TEXT NOT NULL,
    "signed" BOOLEAN NOT NULL DEFAULT false,
    "retryCount" INTEGER NOT NULL DEFAULT 5,
    "customHeaders" JSONB NOT NULL DEFAULT '{}',
    "consecutiveFailures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "eventId" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leasedUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "deliveryId" UUID,
    "url" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "statusCode" INTEGER,
    "responseBody" TEXT,
    "errorMessage" TEXT,
    "success" BOOLEAN NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "channels_companyId_chatbotId_idx" ON "channels"("companyId", "chatbotId");

-- CreateIndex
CREATE UNIQUE INDEX "channels_id_key" ON "channels"("id");

-- CreateIndex
CREATE UNIQUE INDEX "channels_type_externalId_key" ON "channels"("type", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "visitor_sessions_tokenHash_key" ON "visitor_sessions"("tokenHash");

-- CreateIndex
CREATE INDEX "visitor_sessions_companyId_channelId_visitorId_idx" ON "visitor_sessions"("companyId", "channelId", "visitorId");

-- CreateIndex
CREATE UNIQUE INDEX "uploads_key_key" ON "uploads"("key");

-- CreateIndex
CREATE INDEX "uploads_companyId_conversationId_idx" ON "uploads"("companyId", "conversationId");

-- CreateIndex
CREATE INDEX "inbound_payloads_companyId_status_receivedAt_idx" ON "inbound_payloads"("companyId", "status", "receivedAt" DESC);

-- CreateIndex
CREATE INDEX "fulfillment_calls_companyId_chatbotId_id_idx" ON "fulfillment_calls"("companyId", "chatbotId", "id" DESC);

-- CreateIndex
CREATE INDEX "triggers_companyId_order_idx" ON "triggers"("companyId", "order");

-- CreateIndex
CREATE INDEX "notes_companyId_contactId_id_idx" ON "notes"("companyId", "contactId", "id");

-- CreateIndex
CREATE INDEX "notes_companyId_conversationId_id_idx" ON "notes"("companyId", "conversationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "operator_tags_companyId_nameKey_key" ON "operator_tags"("companyId", "nameKey");

-- CreateIndex
CREATE INDEX "conversations_companyId_contactId_idx" ON "conversations"("companyId", "contactId");

-- CreateIndex
CREATE INDEX "conversations_companyId_visitorId_idx" ON "conversations"("companyId", "visitorId");

-- CreateIndex
CREATE INDEX "list_counter_deltas_companyId_list_key_idx" ON "list_counter_deltas"("companyId", "list", "key");

-- CreateIndex
CREATE INDEX "conversation_reads_companyId_conversationId_idx" ON "conversation_reads"("companyId", "conversationId");

-- CreateIndex
CREATE UNIQUE INDEX "messages_companyId_conversationId_seq_key" ON "messages"("companyId", "conversationId", "seq");

-- CreateIndex
CREATE INDEX "saved_views_companyId_userId_idx" ON "saved_views"("companyId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "canned_responses_companyId_shortcut_key" ON "canned_responses"("companyId", "shortcut");

-- CreateIndex
CREATE INDEX "events_companyId_contactId_id_idx" ON "events"("companyId", "contactId", "id");

-- CreateIndex
CREATE INDEX "events_companyId_conversationId_id_idx" ON "events"("companyId", "conversationId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "templates_companyId_number_key" ON "templates"("companyId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "templates_companyId_channelId_elementName_language_key" ON "templates"("companyId", "channelId", "elementName", "language");

-- CreateIndex
CREATE INDEX "campaigns_companyId_channelId_id_idx" ON "campaigns"("companyId", "channelId", "id" DESC);

-- CreateIndex
CREATE INDEX "campaign_messages_companyId_campaignId_status_idx" ON "campaign_messages"("companyId", "campaignId", "status");

-- CreateIndex
CREATE INDEX "campaign_messages_companyId_externalId_idx" ON "campaign_messages"("companyId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_messages_companyId_number_key" ON "campaign_messages"("companyId", "number");

-- CreateIndex
CREATE INDEX "users_email_idx" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_companyId_email_key" ON "users"("companyId", "email");

-- CreateIndex
CREATE INDEX "user_sessions_companyId_userId_idx" ON "user_sessions"("companyId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "idempotency_keys_createdAt_idx" ON "idempotency_keys"("createdAt");

-- CreateIndex
CREATE INDEX "webhook_deliveries_status_dueAt_idx" ON "webhook_deliveries"("status", "dueAt");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_companyId_webhookId_eventId_key" ON "webhook_deliveries"("companyId", "webhookId", "eventId");

-- CreateIndex
CREATE INDEX "webhook_attempts_companyId_webhookId_id_idx" ON "webhook_attempts"("companyId", "webhookId", "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_attempts_createdAt_idx" ON "webhook_attempts"("createdAt");

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_companyId_chatbotId_fkey" FOREIGN KEY ("companyId", "chatbotId") REFERENCES "chatbots"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visitor_sessions" ADD CONSTRAINT "visitor_sessions_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chatbot_versions" ADD CONSTRAINT "chatbot_versions_companyId_chatbotId_fkey" FOREIGN KEY ("companyId", "chatbotId") REFERENCES "chatbots"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_calls" ADD CONSTRAINT "fulfillment_calls_companyId_chatbotId_fkey" FOREIGN KEY ("companyId", "chatbotId") REFERENCES "chatbots"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_planId_fkey" FOREIGN KEY ("planId") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_companyId_assignedTo_fkey" FOREIGN KEY ("companyId", "assignedTo") REFERENCES "users"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_companyId_contactId_fkey" FOREIGN KEY ("companyId", "contactId") REFERENCES "contacts"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_companyId_phaseId_fkey" FOREIGN KEY ("companyId", "phaseId") REFERENCES "phases"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_companyId_assignedTo_fkey" FOREIGN KEY ("companyId", "assignedTo") REFERENCES "users"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_companyId_preAssigned_fkey" FOREIGN KEY ("companyId", "preAssigned") REFERENCES "users"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "templates" ADD CONSTRAINT "templates_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_messages" ADD CONSTRAINT "campaign_messages_companyId_campaignId_fkey" FOREIGN KEY ("companyId", "campaignId") REFERENCES "campaigns"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_companyId_webhookId_fkey" FOREIGN KEY ("companyId", "webhookId") REFERENCES "webhooks"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_companyId_deliveryId_fkey" FOREIGN KEY ("companyId", "deliveryId") REFERENCES "webhook_deliveries"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
