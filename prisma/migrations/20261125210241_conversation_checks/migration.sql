-- CreateTable
CREATE TABLE "conversation_checks" (
    "companyId" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "conversationId" UUID,
    "contactId" UUID,

    CONSTRAINT "conversation_checks_pkey" PRIMARY KEY ("companyId","id")
);

SELECT parley_lock_tenant_table('conversation_checks');
GRANT USAGE, SELECT ON SEQUENCE "conversation_checks_id_seq" TO parley_app, parley_system;

-- Fields of a contact are changed in many ways, and conversations are held before their contact: service levels that ask
-- for them follow soon, outside of the transaction that did it.
CREATE FUNCTION parley_contact_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO conversation_checks ("companyId", "contactId")
  SELECT NEW."companyId", NEW."id" WHERE EXISTS (SELECT 1 FROM sla_policies p
    WHERE p."companyId" = NEW."companyId" AND p."deletedAt" IS NULL AND p."conditions" ? 'tree');
  RETURN NULL;
END $$;

CREATE TRIGGER conversation_checks_change AFTER UPDATE ON contacts FOR EACH ROW
WHEN (OLD."customFields" IS DISTINCT FROM NEW."customFields")
EXECUTE FUNCTION parley_contact_checks();
