-- What happened is written once. Only the system's door gives an event its place (the relay), scrubs people who were
-- deleted out of it, or lets it go.
REVOKE UPDATE, DELETE, INSERT ON events FROM parley_app;
GRANT INSERT ("companyId", "id", "type", "channelId", "conversationId", "contactId", "messageId", "actorType",
  "actorId", "actorName", "operation", "data", "createdAt") ON events TO parley_app;
