-- Who made a link for somebody else's password: it opens nothing once they could not make it any more. Those of before end
-- within the hour.
ALTER TABLE "password_resets" ADD COLUMN "madeBy" UUID;
