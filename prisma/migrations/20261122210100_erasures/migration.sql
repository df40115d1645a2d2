-- CreateIndex
CREATE INDEX "campaign_messages_companyId_contactId_idx" ON "campaign_messages"("companyId", "contactId");

-- CreateIndex
CREATE INDEX "idempotency_keys_mentions_idx" ON "idempotency_keys" USING GIN ("mentions");

-- CreateIndex
CREATE INDEX "webhook_deliveries_companyId_eventId_idx" ON "webhook_deliveries"("companyId", "eventId");
