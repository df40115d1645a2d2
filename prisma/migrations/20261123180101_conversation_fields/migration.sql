-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "customFields" JSONB NOT NULL DEFAULT '{}';

-- Equal values of custom fields. Conversations without any have no entry.
CREATE INDEX conversations_custom_fields ON conversations USING gin ("companyId", "customFields" jsonb_path_ops)
  WHERE "customFields" <> '{}'::jsonb;

-- Conversations of the connection's company that hold any of these, as parley_contacts_holding finds contacts.
CREATE FUNCTION parley_conversations_holding(wanted jsonb[])
RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 200
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  either text;
BEGIN
  SELECT string_agg(format('c."customFields" @> $2[%s]', i), ' OR ') INTO either FROM generate_subscripts(wanted, 1) i;
  IF either IS NULL OR parley_company() IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE 'SELECT c."id" FROM conversations c WHERE c."companyId" = $1 AND c."customFields" <> ''{}''::jsonb AND ('
    || either || ')' USING parley_company(), wanted;
END $$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_conversations_holding(jsonb[]) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_conversations_holding(jsonb[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_conversations_holding(jsonb[]) TO parley_app;
