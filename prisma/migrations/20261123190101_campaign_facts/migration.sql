-- AlterTable
ALTER TABLE "campaign_messages" ADD COLUMN     "failedAt" TIMESTAMPTZ(3),
ADD COLUMN     "optedOutAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "report_days" ADD COLUMN     "campaignId" UUID;

-- AlterTable
ALTER TABLE "report_facts" ADD COLUMN     "campaignId" UUID;

UPDATE campaign_messages SET "failedAt" = "updatedAt" WHERE "status" = 'failed';

CREATE FUNCTION parley_template_message_fails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."failedAt" := CASE WHEN NEW."status" = 'failed' THEN coalesce(NEW."failedAt", NEW."updatedAt") END;
  RETURN NEW;
END $$;
CREATE TRIGGER template_message_fails BEFORE INSERT OR UPDATE OF "status" ON campaign_messages
  FOR EACH ROW WHEN (NEW."status" = 'failed' OR NEW."failedAt" IS NOT NULL) EXECUTE FUNCTION parley_template_message_fails();

-- The last campaign that reached somebody within the seven days before they asked for no more.
CREATE FUNCTION parley_campaign_opt_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaign_messages m SET "optedOutAt" = NEW."createdAt"
  WHERE m."companyId" = NEW."companyId" AND m."optedOutAt" IS NULL AND m."id" = (
    SELECT x."id" FROM (
      SELECT l.* FROM campaign_messages l WHERE l."companyId" = NEW."companyId" AND l."contactId" = NEW."contactId"
      UNION ALL
      SELECT l.* FROM conversations c JOIN campaign_messages l
        ON l."companyId" = c."companyId" AND l."conversationId" = c."id" AND l."contactId" IS DISTINCT FROM NEW."contactId"
      WHERE c."companyId" = NEW."companyId" AND c."contactId" = NEW."contactId") x
    WHERE x."campaignId" IS NOT NULL AND x."sentAt" IS NOT NULL
      AND x."claimedAt" BETWEEN NEW."createdAt" - interval '7 days' AND NEW."createdAt"
    ORDER BY x."claimedAt" DESC, x."id" DESC LIMIT 1);
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_opt_out AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW."type" = 'contact/changed' AND NEW."data"->>'optedOut' = 'true') EXECUTE FUNCTION parley_campaign_opt_out();

-- The facts of one message of a campaign are what its row says: the same now and when computed anew.
CREATE FUNCTION parley_report_campaign(m campaign_messages) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    DELETE FROM report_facts f WHERE f."companyId" = m."companyId" AND f."conversationId" = m."id" AND NOT EXISTS (
      SELECT FROM parley_report_campaign_times(m) t WHERE t."metric" = f."metric" AND t."at" = f."at")
    RETURNING f."at"
  )
  INSERT INTO report_late ("companyId", "at")
    SELECT m."companyId", g."at" FROM gone g WHERE g."at" < now() - interval '30 minutes';
  WITH made AS (
    INSERT INTO report_facts ("companyId", "conversationId", "eventId", "metric", "at", "value", "contactId", "channelId", "campaignId")
      SELECT m."companyId", m."id", m."id", t."metric", t."at", 1, m."contactId", m."channelId", m."campaignId"
      FROM parley_report_campaign_times(m) t
    ON CONFLICT ("companyId", "conversationId", "eventId", "metric") DO UPDATE SET "contactId" = excluded."contactId"
      WHERE report_facts."contactId" IS DISTINCT FROM excluded."contactId"
    RETURNING "at"
  )
  INSERT INTO report_late ("companyId", "at")
    SELECT m."companyId", n."at" FROM made n WHERE n."at" < now() - interval '30 minutes';
END $$;

CREATE FUNCTION parley_report_campaign_times(m campaign_messages) RETURNS TABLE ("metric" text, "at" timestamptz)
LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES ('campaign_sent', m."sentAt"), ('campaign_delivered', m."deliveredAt"), ('campaign_read', m."readAt"),
    ('campaign_failed', m."failedAt"), ('campaign_answered', m."answeredAt"), ('campaign_opted_out', m."optedOutAt")) v(metric, at)
  WHERE v.at IS NOT NULL
$$;

CREATE FUNCTION parley_report_campaign_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parley_report_campaign(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER report_campaign_made AFTER INSERT ON campaign_messages FOR EACH ROW
  WHEN (NEW."campaignId" IS NOT NULL AND coalesce(NEW."sentAt", NEW."failedAt") IS NOT NULL)
  EXECUTE FUNCTION parley_report_campaign_events();
CREATE TRIGGER report_campaign_moved AFTER UPDATE ON campaign_messages FOR EACH ROW
  WHEN (NEW."campaignId" IS NOT NULL AND (OLD."sentAt", OLD."deliveredAt", OLD."readAt", OLD."failedAt", OLD."answeredAt",
    OLD."optedOutAt", OLD."contactId") IS DISTINCT FROM (NEW."sentAt", NEW."deliveredAt", NEW."readAt", NEW."failedAt",
    NEW."answeredAt", NEW."optedOutAt", NEW."contactId"))
  EXECUTE FUNCTION parley_report_campaign_events();

-- Computes the next messages of campaigns anew; answers the last one's id, and null when there are no more.
CREATE FUNCTION parley_report_replay_campaigns(company uuid, beyond uuid, most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  m campaign_messages;
  reached uuid;
BEGIN
  IF beyond IS NULL THEN
    DELETE FROM report_facts f WHERE f."companyId" = company AND f."metric" LIKE 'campaign\_%' AND NOT EXISTS (
      SELECT FROM campaign_messages c WHERE c."companyId" = company AND c."id" = f."conversationId");
  END IF;
  FOR m IN SELECT c.* FROM campaign_messages c WHERE c."companyId" = company AND c."campaignId" IS NOT NULL
    AND (beyond IS NULL OR c."id" > beyond) ORDER BY c."id" LIMIT most FOR NO KEY UPDATE OF c LOOP
    PERFORM parley_report_forget(company, m."id");
    PERFORM parley_report_campaign(m);
    reached := m."id";
  END LOOP;
  RETURN reached;
END $$;

-- What campaigns did before is measured when days are next added up, as if reports were new.
DELETE FROM report_folds f WHERE EXISTS (
  SELECT FROM campaign_messages m WHERE m."companyId" = f."companyId" AND m."campaignId" IS NOT NULL);
