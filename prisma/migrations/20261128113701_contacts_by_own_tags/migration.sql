-- Contacts are found and counted by their own tags as by those of their conversations.
CREATE OR REPLACE FUNCTION parley_contact_link_keys(c contacts) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT parley_contact_holder(c) || ARRAY(SELECT DISTINCT 'phone:' || p FROM unnest(c."phoneKeys") p)
    || ARRAY(SELECT DISTINCT 'own:' || t FROM unnest(c."tags") t)
$$;

DROP TRIGGER lists_relink ON contacts;
CREATE TRIGGER lists_relink AFTER UPDATE ON contacts FOR EACH ROW
WHEN (OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo" OR OLD."phoneKeys" IS DISTINCT FROM NEW."phoneKeys"
  OR OLD."tags" IS DISTINCT FROM NEW."tags")
EXECUTE FUNCTION parley_contact_relinked();

INSERT INTO contact_links ("companyId", "contactId", "key")
SELECT DISTINCT c."companyId", c."id", 'own:' || t FROM contacts c CROSS JOIN LATERAL unnest(c."tags") t
ON CONFLICT DO NOTHING;
