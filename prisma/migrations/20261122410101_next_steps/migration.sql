-- W8: which conversations have a next step, for the filter of their lists.
CREATE INDEX tasks_next_steps ON tasks ("companyId", "conversationId") WHERE "doneAt" IS NULL AND "conversationId" IS NOT NULL;

-- The caller's own rights and row level security hold.
CREATE FUNCTION parley_planned_conversations(company uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT DISTINCT "conversationId" FROM tasks
    WHERE "companyId" = company AND "doneAt" IS NULL AND "conversationId" IS NOT NULL
$$;
