-- Calls of endpoints, syncs and runs are work that goes on by itself: nobody's deed either.
DROP INDEX events_audited;

CREATE INDEX events_audited ON events ("companyId", "id")
  WHERE "type" NOT IN ('conversation/message', 'conversation/read', 'conversation/changed', 'message/changed',
    'message/command', 'contact/changed', 'chatbot/called', 'template/sync', 'campaign/run');
