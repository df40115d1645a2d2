-- activity_assigned_ever begins with the same columns. By itself: in one transaction with what was built before, it would
-- wait for readers that wait for it.
DROP INDEX activity_assigned_all;
