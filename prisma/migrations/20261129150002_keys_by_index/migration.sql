-- A phase or a team that goes must not wait, under its lock, until all conversations of its company were read: the copy
-- that the lists have knows theirs by an index (activity_phase, activity_team). Not looked at row by row here: until now
-- the same key held for the conversations, and a trigger makes both alike. New and changed rows are.
-- In the order in which writers take them.
LOCK TABLE conversations, conversation_activity IN ACCESS EXCLUSIVE MODE;
ALTER TABLE conversation_activity ADD CONSTRAINT "conversation_activity_companyId_phaseId_fkey"
  FOREIGN KEY ("companyId", "phaseId") REFERENCES phases ("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE NOT VALID;
ALTER TABLE conversation_activity ADD CONSTRAINT "conversation_activity_companyId_teamId_fkey"
  FOREIGN KEY ("companyId", "teamId") REFERENCES teams ("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE NOT VALID;
ALTER TABLE conversations DROP CONSTRAINT "conversations_companyId_phaseId_fkey";
ALTER TABLE conversations DROP CONSTRAINT "conversations_companyId_teamId_fkey";
