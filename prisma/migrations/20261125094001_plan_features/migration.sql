-- Whether a company's plan includes a feature; an absent one is included.
CREATE FUNCTION parley_includes(company uuid, feature text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM companies k WHERE k."id" = company AND k."features" -> feature = 'false')
$$;
