-- Days begin in the company's zone: when rules by a date are due is found anew. What ran for a date does not run again.
UPDATE "rules" SET "planned" = false WHERE "triggerType" = 'date_field' AND "enabled";
