-- What a company's latest conversations were, of a channel or handled by somebody. Where a company has much but is believed
-- to have little (nothing was analyzed since, or most of it belongs to others), each index that begins with the company
-- looks as cheap as the one in this order, and all of the company would be read and sorted. Without sorting only one index
-- is left, the one that begins with the sorted column: whatever is believed, as many rows are read as are asked for.
CREATE FUNCTION parley_latest_of_channel(company uuid, wanted text, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE ROWS 10 SET enable_sort = off SET enable_incremental_sort = off AS $$
  SELECT a."conversationId" FROM conversation_activity a
  WHERE a."companyId" = company AND a."channel" BETWEEN wanted AND wanted
  ORDER BY a."channel", a."lastMessageAt" DESC NULLS LAST, a."conversationId" DESC LIMIT most
$$;

CREATE FUNCTION parley_latest_handled(company uuid, wanted text, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE ROWS 10 SET enable_sort = off SET enable_incremental_sort = off AS $$
  SELECT a."conversationId" FROM conversation_activity a
  WHERE a."companyId" = company AND a."handledBy" BETWEEN wanted AND wanted
  ORDER BY a."handledBy", a."lastMessageAt" DESC NULLS LAST, a."conversationId" DESC LIMIT most
$$;

-- The pages that those of a channel were begun on; the key alone has their order, for the same reason.
CREATE FUNCTION parley_latest_pages(company uuid, wanted text, most integer) RETURNS SETOF text
LANGUAGE sql STABLE ROWS 10 SET enable_sort = off SET enable_incremental_sort = off AS $$
  SELECT (SELECT c."url" FROM conversations c WHERE c."companyId" = company AND c."id" BETWEEN l."id" AND l."id"
    ORDER BY c."id" LIMIT 1)
  FROM parley_latest_of_channel(company, wanted, most) l ("id")
$$;
