ALTER TABLE "deliveries" ADD COLUMN "open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "resends" ADD COLUMN "waits_for" jsonb;--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("account_id","created_at","id") WHERE "deliveries"."open";--> statement-breakpoint
UPDATE "deliveries" d SET "open" = true
FROM (
  SELECT "account_id", "id",
    "is_state" AND "event" IS NOT DISTINCT FROM first_value("event") OVER (
      PARTITION BY "account_id", "transaction_id" ORDER BY "is_state" DESC, "created_at" DESC, "id" DESC)
    AND NOT bool_or("delivered") OVER (
      PARTITION BY "account_id", "transaction_id", "event", coalesce("webhook_id", "url"))
    AND row_number() OVER (
      PARTITION BY "account_id", "transaction_id", "event", coalesce("webhook_id", "url")
      ORDER BY "created_at" DESC, "id" DESC) = 1 AS "is_open"
  FROM (
    SELECT *, "event" IS DISTINCT FROM 'INFRACTION_CHANGED' AS "is_state" FROM "deliveries" r
    WHERE EXISTS (
      SELECT 1 FROM "deliveries" f
      WHERE f."account_id" = r."account_id" AND f."transaction_id" = r."transaction_id"
        AND f."outcome" IN ('failed', 'given_up'))
  ) AS "named"
) AS g
WHERE g."is_open" AND d."account_id" = g."account_id" AND d."id" = g."id";
