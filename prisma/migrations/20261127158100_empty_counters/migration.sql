-- Counters that came to nothing stayed; from now on they go as they are folded.
DELETE FROM "list_counters" WHERE "count" = 0 AND "amount" = 0;
