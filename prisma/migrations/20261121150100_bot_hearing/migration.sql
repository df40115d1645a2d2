-- AlterTable
ALTER TABLE "chatbots" ADD COLUMN     "asksEndpoints" BOOLEAN NOT NULL DEFAULT false;

-- Whether any fulfillment endpoint is asked, so that nobody reads the large columns to find out.
CREATE FUNCTION parley_asks_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."asksEndpoints" := coalesce(NEW."settings"->>'global_fulfillment_url', '') <> ''
    OR jsonb_path_exists(NEW."questionList", '$[*] ? (@.disabled != true).fulfillment_url ? (@ != "")');
  RETURN NEW;
END $$;
CREATE TRIGGER asks_endpoints BEFORE INSERT OR UPDATE OF "settings", "questionList" ON chatbots
  FOR EACH ROW EXECUTE FUNCTION parley_asks_endpoints();

-- What is there already is looked at once.
UPDATE chatbots SET "settings" = "settings";

-- Whether a bot has anything to do about a message of the visitor: it answers, or it asks an endpoint although it is off,
-- or what the visitor has told is to become a contact.
CREATE FUNCTION parley_bot_hears(company uuid, conversation uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT c."chatbotState" <> 'OFF' OR c."contactId" IS NULL OR coalesce(b."asksEndpoints", false)
  FROM conversations c
  LEFT JOIN channels h ON h."companyId" = c."companyId" AND h."id" = c."channelId" AND h."deletedAt" IS NULL
  LEFT JOIN chatbots b ON b."companyId" = h."companyId" AND b."id" = h."chatbotId"
  WHERE c."companyId" = company AND c."id" = conversation
$$;
