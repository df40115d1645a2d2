-- CreateTable
CREATE TABLE "used_choices" (
    "id" UUID NOT NULL,
    "usedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "used_choices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "used_choices_usedAt_idx" ON "used_choices"("usedAt");
