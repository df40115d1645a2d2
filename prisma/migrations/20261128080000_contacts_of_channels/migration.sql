-- The contacts that a role reaches by its channels are found by the conversations there; a message changes none of these columns.
CREATE INDEX conversations_of_channel ON conversations ("companyId", "channelId", "contactId")
  WHERE "contactId" IS NOT NULL AND "contactLink" <> 'claimed';
