-- Clocks that are over and stand still are due at no moment: what is breached is found by what was stored of it.
CREATE INDEX conversations_breached ON conversations ("companyId", "id") WHERE "sla" @> '{"clocks": [{"breached": true}]}';
