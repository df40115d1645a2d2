-- Writers of conversations wait while these are built: about a second for 200,000 conversations, five for a million.

-- What nobody holds, in the order of the last message: the longest part of what an agent sees.
CREATE INDEX activity_unassigned_open ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "assignedTo" IS NULL AND "status" <> 'closed';
CREATE INDEX activity_unassigned_closed ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "assignedTo" IS NULL AND "status" = 'closed';
-- The same of each phase, which the pipeline shows.
CREATE INDEX activity_unassigned_phase ON conversation_activity ("companyId", "phaseId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "assignedTo" IS NULL AND "status" <> 'closed';

-- What somebody ever held, in that order too.
CREATE INDEX activity_assigned_ever ON conversation_activity ("companyId", "assignedTo", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "assignedTo" IS NOT NULL;

-- The open ones of each phase: the pipeline of those who see everything. A phase that is over holds closed ones alone.
CREATE INDEX activity_open_phase ON conversation_activity ("companyId", "phaseId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "status" <> 'closed';
