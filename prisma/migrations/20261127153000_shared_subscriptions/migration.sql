-- Whose subscription brings a channel's webhooks is noted for pages and Instagram accounts too, not only for WhatsApp.
-- The page of a linked Instagram account lies in sealed credentials: the next check notes it.
UPDATE "channels" SET "accountId" = "externalId"
WHERE "accountId" IS NULL AND "externalId" IS NOT NULL AND ("type" = 'FACEBOOK' OR ("type" = 'INSTAGRAM' AND "sandbox"));
