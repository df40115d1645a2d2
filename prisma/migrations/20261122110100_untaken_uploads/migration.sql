-- What visitors uploaded and no message took: summed up before the next upload, swept by age.
CREATE INDEX uploads_untaken ON uploads ("companyId", "createdAt") INCLUDE ("createdBy", "size")
  WHERE "conversationId" IS NULL AND "createdBy" LIKE 'visitor:%';
