-- Roles, row level security and the immutability of companyId: the locks of ARCHITECTURE.md, "Tenancy".

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Roles belong to the whole cluster: another database may have made them, or make them in this moment.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['parley_app', 'parley_system'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    -- From version 16 on, whoever makes a role may grant it but is not in it: being a member is not enough.
    IF NOT pg_has_role(current_user, name, 'USAGE') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', name);
    END IF;
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO parley_app, parley_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO parley_system;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO parley_app, parley_system;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO parley_system;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO parley_app, parley_system;

-- The company of the current connection; nothing is visible where it is not set.
CREATE FUNCTION parley_company() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.company_id', true), '')::uuid $$;

CREATE FUNCTION parley_keep_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'companyId of % cannot change', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;

-- Every migration that adds a table with companyId calls this for it; a catalogue test fails otherwise.
CREATE FUNCTION parley_lock_tenant_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO parley_app', target);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant ON %s TO parley_app USING ("companyId" = (SELECT parley_company())) WITH CHECK ("companyId" = (SELECT parley_company()))', target);
  EXECUTE format('CREATE POLICY system ON %s TO parley_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('CREATE TRIGGER keep_company BEFORE UPDATE ON %s FOR EACH ROW WHEN (OLD."companyId" IS DISTINCT FROM NEW."companyId") EXECUTE FUNCTION parley_keep_company()', target);
END $$;

DO $$
DECLARE target regclass;
BEGIN
  FOR target IN
    SELECT c.oid::regclass FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND a.attname = 'companyId' AND NOT a.attisdropped AND c.relname <> 'event_positions'
  LOOP
    PERFORM parley_lock_tenant_table(target);
  END LOOP;
END $$;

-- The tenant itself: its key is its id.
GRANT SELECT, UPDATE ON companies TO parley_app;
ALTER TABLE companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON companies TO parley_app USING ("id" = (SELECT parley_company())) WITH CHECK ("id" = (SELECT parley_company()));
CREATE POLICY system ON companies TO parley_system USING (true) WITH CHECK (true);

GRANT SELECT ON plans TO parley_app;

-- Every row that belongs to a company names an existing one.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['users', 'channels', 'chatbots', 'contacts', 'phases', 'webhooks', 'triggers',
    'integrations', 'operator_tags', 'canned_responses'] LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY ("companyId") REFERENCES companies ("id")', name, name || '_company_fkey');
  END LOOP;
END $$;

-- The relay reads what is not relayed yet by this index, and others follow by position.
CREATE INDEX events_unrelayed ON events ("ordinal") WHERE "position" IS NULL;
CREATE UNIQUE INDEX events_position ON events ("position") WHERE "position" IS NOT NULL;
CREATE UNIQUE INDEX events_company_seq ON events ("companyId", "seq") WHERE "seq" IS NOT NULL;

ALTER TABLE conversations ADD CONSTRAINT conversations_status CHECK ("status" IN ('opened', 'closed', 'inactive'));
ALTER TABLE conversations ADD CONSTRAINT conversations_chatbot_state CHECK ("chatbotState" IN ('ON', 'OFF'));
ALTER TABLE conversations ADD CONSTRAINT conversations_channel CHECK ("channel" IN ('WEB', 'WHATSAPP', 'FACEBOOK', 'INSTAGRAM'));
ALTER TABLE messages ADD CONSTRAINT messages_from_type CHECK ("fromType" IN ('user', 'robot', 'visitor', 'system'));
ALTER TABLE contacts ADD CONSTRAINT contacts_status CHECK ("status" IN ('new', 'active', 'client', 'long_term'));
ALTER TABLE contacts ADD CONSTRAINT contacts_rating CHECK ("rating" BETWEEN 0 AND 5);
ALTER TABLE users ADD CONSTRAINT users_role CHECK ("role" IN ('admin', 'supervisor', 'agent', 'viewer'));

CREATE UNIQUE INDEX messages_client_id ON messages ("companyId", "conversationId", "clientMessageId") WHERE "clientMessageId" IS NOT NULL;
CREATE UNIQUE INDEX messages_external_id ON messages ("companyId", "externalId") WHERE "externalId" IS NOT NULL;

-- A message updates its conversation in place: leave room on the page.
ALTER TABLE conversations SET (fillfactor = 75);
ALTER TABLE conversation_activity SET (fillfactor = 85);
ALTER TABLE conversations SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE list_counter_deltas SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
