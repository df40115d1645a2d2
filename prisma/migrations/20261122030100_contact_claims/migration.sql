-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "contactLink" TEXT NOT NULL DEFAULT 'proven';

-- A claim shows its contact to nobody; the tags of the conversation are still its contact's.
CREATE OR REPLACE FUNCTION parley_conversation_link_keys(c conversations) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN c."contactLink" = 'claimed' THEN ARRAY[]::text[]
      ELSE ARRAY['seen:' || coalesce(c."assignedTo"::text, 'UNASSIGNED')] END
    || ARRAY(SELECT DISTINCT 'tag:' || t FROM unnest(c."tags") t)
$$;

DROP TRIGGER contact_links_change ON conversations;
CREATE TRIGGER contact_links_change AFTER UPDATE ON conversations FOR EACH ROW
WHEN ((OLD."contactId" IS NOT NULL OR NEW."contactId" IS NOT NULL)
  AND (OLD."contactId" IS DISTINCT FROM NEW."contactId" OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo"
    OR OLD."tags" IS DISTINCT FROM NEW."tags" OR OLD."contactLink" IS DISTINCT FROM NEW."contactLink"))
EXECUTE FUNCTION parley_conversation_relinked();

-- What visitors of the widget say of themselves is unproven; contacts linked before this stay as they are.
UPDATE conversations c SET "contactLink" = 'own' FROM visitor_sessions s
  WHERE c."companyId" = s."companyId" AND c."channelId" = s."channelId" AND c."visitorId" = s."visitorId"
    AND c."channel" = 'WEB';
