-- A person goes with all of their conversations, one by one: their links go with the contact, as one. Each conversation
-- would else write the same few once more, and walk over all that the transaction wrote of them before.
CREATE OR REPLACE FUNCTION parley_conversation_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('parley.links', true) = OLD."contactId"::text THEN RETURN NULL; END IF;
  PERFORM parley_unlink_contact(OLD."companyId", OLD."contactId", parley_conversation_link_keys(OLD));
  RETURN NULL;
END $$;
