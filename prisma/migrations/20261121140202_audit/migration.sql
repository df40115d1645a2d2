-- The audit log says which command made an event, and is read by an index of its own: most events are messages and
-- marks that keep screens true, which are nobody's deed.
ALTER TABLE "events" ADD COLUMN "operation" TEXT NOT NULL DEFAULT '';

CREATE INDEX events_audited ON events ("companyId", "id")
  WHERE "type" NOT IN ('conversation/message', 'conversation/read', 'conversation/changed', 'message/changed',
    'message/command', 'contact/changed');
