-- The contacts that a role reaches by its teams are found by the conversations there; a message changes none of these columns.
CREATE INDEX conversations_of_team ON conversations ("companyId", "teamId", "contactId")
  WHERE "teamId" IS NOT NULL AND "contactId" IS NOT NULL AND "contactLink" <> 'claimed';
