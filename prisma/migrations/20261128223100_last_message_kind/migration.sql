-- What the last message is, for a line about one without words; empty: not known.
ALTER TABLE "conversations" ADD COLUMN "lastMessageKind" TEXT NOT NULL DEFAULT '';
