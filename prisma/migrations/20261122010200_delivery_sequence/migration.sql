-- The place of the delivery's event among the company's events (X-Webhook-Sequence).
ALTER TABLE "webhook_deliveries" ADD COLUMN     "sequence" BIGINT;

UPDATE webhook_deliveries d SET "sequence" = e."seq" FROM events e
WHERE e."companyId" = d."companyId" AND e."id" = d."eventId";
