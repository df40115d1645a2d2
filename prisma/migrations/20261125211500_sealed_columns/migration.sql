-- CreateTable
CREATE TABLE "lasting_keys" (
    "purpose" TEXT NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "lasting_keys_pkey" PRIMARY KEY ("purpose")
);

-- Which columns hold sealed texts (server/backups/sealed reads it): they are sealed anew when the secret changes.
COMMENT ON COLUMN "lasting_keys"."key" IS 'sealed';
COMMENT ON COLUMN "channels"."identitySecret" IS 'sealed';
COMMENT ON COLUMN "channels"."credentials" IS 'sealed';
COMMENT ON COLUMN "history_imports"."token" IS 'sealed';
COMMENT ON COLUMN "integrations"."config" IS 'sealed';
COMMENT ON COLUMN "mails"."content" IS 'sealed';
COMMENT ON COLUMN "push_devices"."subscription" IS 'sealed';
COMMENT ON COLUMN "idempotency_keys"."answer" IS 'sealed';
COMMENT ON COLUMN "second_factors"."secret" IS 'sealed';
COMMENT ON COLUMN "webhooks"."secret" IS 'sealed';
COMMENT ON COLUMN "webhooks"."previousSecret" IS 'sealed';
COMMENT ON COLUMN "webhooks"."customHeaders" IS 'sealed';
