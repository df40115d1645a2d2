-- The plans that every installation knows. A plan changed by the operator afterwards stays as it is.
INSERT INTO plans ("id", "name", "description", "tier", "annualPlan", "leadLimit", "conversationLimit", "channelLimit",
  "userLimit", "priceUSD", "priceARS", "order")
VALUES
  ('free', 'Free', 'To try it out', 'TIER_0', false, 100, 200, 1, 2, 0, 0, 0),
  ('starter', 'Starter', 'One person and a website', 'TIER_1', false, 1000, 2000, 2, 3, 19, 19000, 1),
  ('growth', 'Growth', 'A small team on several channels', 'TIER_2', false, 5000, 10000, 5, 8, 49, 49000, 2),
  ('team', 'Team', 'A team that lives in its inbox', 'TIER_3', false, 20000, 50000, 10, 20, 129, 129000, 3),
  ('business', 'Business', 'Several teams', 'TIER_4', false, 100000, 250000, 25, 60, 349, 349000, 4),
  ('scale', 'Scale', 'Many teams and many channels', 'TIER_5', true, 1000000, 2500000, 100, 300, 7990, 7990000, 5),
  ('own', 'Own installation', 'Parley on servers of your own', 'TIER_6', false, 1000000000, 1000000000, 1000, 10000, 0, 0, 6)
ON CONFLICT ("id") DO NOTHING;
