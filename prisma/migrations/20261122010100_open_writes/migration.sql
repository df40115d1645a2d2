-- Transactions of this database that have written and not ended, as this statement's snapshot sees them: what they have
-- stamped may appear later than rows stamped after it. `since` is null where the server does not tell (another login's
-- session, or one that has just ended). For lists by `updatedSince`.
CREATE FUNCTION parley_open_writes() RETURNS TABLE ("xid" text, "since" timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT x::text, a.xact_start
  FROM pg_snapshot_xip(pg_current_snapshot()) x
  LEFT JOIN pg_stat_activity a ON a.backend_xid::text = (x::text::numeric % 4294967296)::text
  WHERE a.datname IS NULL OR a.datname = current_database()
$$;
REVOKE EXECUTE ON FUNCTION parley_open_writes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_open_writes() TO parley_app, parley_system;
