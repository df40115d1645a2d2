-- Whom a deleted contact's number was written to, without being known as a contact: found by the number, and not among all
-- recipients that ever stood in a file.
CREATE INDEX campaign_messages_of_nobody ON campaign_messages ("companyId", "destination") WHERE "contactId" IS NULL;
