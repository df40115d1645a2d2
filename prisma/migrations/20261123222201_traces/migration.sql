-- AlterTable
ALTER TABLE "events" ADD COLUMN     "trace" TEXT;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "trace" TEXT;

-- The application writes it once, with the event.
GRANT INSERT ("trace") ON events TO parley_app;
