-- Equal values of custom fields. Contacts without any have no entry.
CREATE INDEX contacts_custom_fields ON contacts USING gin ("companyId", "customFields" jsonb_path_ops)
  WHERE "customFields" <> '{}'::jsonb;

-- Contacts of the connection's company that hold any of these. A function, because containment cannot use an index under
-- row level security.
CREATE FUNCTION parley_contacts_holding(wanted jsonb[])
RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 200
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  either text;
BEGIN
  SELECT string_agg(format('k."customFields" @> $2[%s]', i), ' OR ') INTO either FROM generate_subscripts(wanted, 1) i;
  IF either IS NULL OR parley_company() IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE 'SELECT k."id" FROM contacts k WHERE k."companyId" = $1 AND k."customFields" <> ''{}''::jsonb AND ('
    || either || ')' USING parley_company(), wanted;
END $$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_contacts_holding(jsonb[]) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_contacts_holding(jsonb[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_contacts_holding(jsonb[]) TO parley_app;
