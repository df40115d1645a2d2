-- That a visitor's session is over is told to its sockets, not to the audit log.
DROP INDEX events_audited;

CREATE INDEX events_audited ON events ("companyId", "id")
  WHERE "type" NOT IN ('conversation/message', 'conversation/read', 'conversation/changed', 'conversation/imported',
    'message/changed', 'message/command', 'message/status', 'contact/changed', 'chatbot/called', 'chatbot/draft',
    'channel/import', 'template/sync', 'campaign/run', 'notification/changed', 'import/changed', 'answer/used',
    'availability/changed', 'csat/asked', 'rule/ran', 'visitor/session_ended');
