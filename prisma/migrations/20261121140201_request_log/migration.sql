-- What each token asked for, and how often.
CREATE TABLE "api_requests" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "tokenId" UUID NOT NULL,
    "requestId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "error" TEXT NOT NULL DEFAULT '',
    "durationMs" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("companyId","id")
);

CREATE TABLE "api_usage" (
    "companyId" UUID NOT NULL,
    "tokenId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "requests" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,

    CONSTRAINT "api_usage_pkey" PRIMARY KEY ("companyId","tokenId","day")
);

CREATE INDEX "api_requests_companyId_requestId_idx" ON "api_requests"("companyId", "requestId");

-- Appended in the order of time: a few bytes for every hundred pages, where a tree would cost each row.
CREATE INDEX "api_requests_createdAt_idx" ON "api_requests" USING BRIN ("createdAt");

SELECT parley_lock_tenant_table('api_requests');
SELECT parley_lock_tenant_table('api_usage');
