CREATE TABLE "delivery_addresses" (
	"account_id" text NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "delivery_addresses_account_id_address_pk" PRIMARY KEY("account_id","address")
);
--> statement-breakpoint
CREATE TABLE "delivery_counts" (
	"account_id" text NOT NULL,
	"address" text NOT NULL,
	"day" date NOT NULL,
	"webhook_id" text NOT NULL,
	"event" text NOT NULL,
	"answer" smallint NOT NULL,
	"outcome" text NOT NULL,
	"open" boolean NOT NULL,
	"rows" bigint NOT NULL,
	CONSTRAINT "delivery_counts_pk" PRIMARY KEY("account_id","address","day","webhook_id","event","answer","outcome","open")
);
--> statement-breakpoint
DROP INDEX "deliveries_host";--> statement-breakpoint
DROP INDEX "deliveries_outcome";--> statement-breakpoint
CREATE INDEX "deliveries_answer" ON "deliveries" USING btree ("account_id",(case when "status" >= 200 then least("status" / 100, 5) else 0 end),"created_at","id") WHERE not "deliveries"."delivered";--> statement-breakpoint
CREATE INDEX "deliveries_address" ON "deliveries" USING btree ("account_id",md5("url"),"created_at");--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("account_id","event","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_outcome" ON "deliveries" USING btree ("account_id","outcome","created_at","id") WHERE "deliveries"."outcome" <> 'delivered';--> statement-breakpoint
-- What adds these deliveries to the counts: rows of a query, each with its step, 1 or -1.
CREATE FUNCTION delivery_count_sql("changed" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format($f$
    INSERT INTO delivery_counts AS c (account_id, address, day, webhook_id, event, answer, outcome, open, rows)
    SELECT k.account_id, t.address, t.day, t.webhook_id, k.event, k.answer, k.outcome, k.open, sum(k.step)
    FROM (
      SELECT d.account_id, (d.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
        coalesce(d.webhook_id, '') AS webhook_id, coalesce(a.address, '') AS address, coalesce(d.event, '') AS event,
        CASE WHEN d.status >= 200 THEN least(d.status / 100, 5) ELSE 0 END AS answer, d.outcome, d.open,
        sum(d.step) AS step
      FROM (%s) d
      LEFT JOIN delivery_addresses a ON a.account_id = d.account_id AND a.address = md5(d.url)
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ) k
    CROSS JOIN LATERAL (VALUES
      ('', k.day, k.webhook_id), ('', date '-infinity', k.webhook_id),
      (nullif(k.address, ''), k.day, ''), (nullif(k.address, ''), date '-infinity', '')
    ) t (address, day, webhook_id)
    WHERE t.address IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(k.step) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (account_id, address, day, webhook_id, event, answer, outcome, open)
      DO UPDATE SET rows = c.rows + excluded.rows
  $f$, "changed")
$$;
--> statement-breakpoint
-- Addresses that are counted by themselves: they stay, so that what was added is what is taken away.
CREATE FUNCTION delivery_address_sql("added" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format($f$
    INSERT INTO delivery_addresses (account_id, address)
    SELECT account_id, address FROM (
      SELECT d.account_id, md5(d.url) AS address,
        row_number() OVER (PARTITION BY d.account_id ORDER BY count(*) DESC, md5(d.url)) AS place
      FROM (%s) d
      WHERE d.url IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM delivery_addresses k WHERE k.account_id = d.account_id AND k.address = md5(d.url))
      GROUP BY 1, 2
    ) n
    WHERE place + (SELECT count(*) FROM delivery_addresses k WHERE k.account_id = n.account_id) <= 200
    ON CONFLICT DO NOTHING
  $f$, "added")
$$;
--> statement-breakpoint
CREATE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE delivery_address_sql('SELECT * FROM added');
    EXECUTE delivery_count_sql('SELECT *, 1 AS step FROM added');
  ELSIF TG_OP = 'UPDATE' THEN
    EXECUTE delivery_count_sql('SELECT *, 1 AS step FROM added UNION ALL SELECT *, -1 FROM gone');
  ELSE
    EXECUTE delivery_count_sql('SELECT *, -1 AS step FROM gone');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  EXECUTE delivery_address_sql('SELECT * FROM deliveries');
  EXECUTE delivery_count_sql('SELECT *, 1 AS step FROM deliveries');
END
$$;
--> statement-breakpoint
CREATE TRIGGER "deliveries_added" AFTER INSERT ON "deliveries"
  REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();
--> statement-breakpoint
CREATE TRIGGER "deliveries_changed" AFTER UPDATE ON "deliveries"
  REFERENCING NEW TABLE AS "added" OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();
--> statement-breakpoint
CREATE TRIGGER "deliveries_gone" AFTER DELETE ON "deliveries"
  REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();
--> statement-breakpoint
-- TRUNCATE tells no rows.
CREATE FUNCTION forget_delivery_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE delivery_counts, delivery_addresses;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "deliveries_emptied" AFTER TRUNCATE ON "deliveries"
  FOR EACH STATEMENT EXECUTE FUNCTION forget_delivery_counts();
