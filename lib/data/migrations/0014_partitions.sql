-- Arrival is told by the database's clock. What is here already arrived now: its period is not known.
CREATE TABLE "delivery_keys" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_keys" (
	"account_id" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "arrived_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
INSERT INTO "delivery_keys" SELECT "account_id", "id", "arrived_at" FROM "deliveries";
--> statement-breakpoint
INSERT INTO "received_keys" SELECT "account_id", "dedupe_key", "id", "received_at" FROM "received_callbacks";
--> statement-breakpoint
ALTER TABLE "delivery_keys" ADD CONSTRAINT "delivery_keys_account_id_id_pk" PRIMARY KEY("account_id","id");
--> statement-breakpoint
ALTER TABLE "received_keys" ADD CONSTRAINT "received_keys_account_id_dedupe_key_pk" PRIMARY KEY("account_id","dedupe_key");
--> statement-breakpoint
-- The table as it is becomes the first partition, without a row being moved; its indexes become parts of the new ones.
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_account_id_id_pk";
--> statement-breakpoint
ALTER TABLE "received_callbacks" DROP CONSTRAINT "received_callbacks_pkey";
--> statement-breakpoint
DROP INDEX "received_callbacks_once";
--> statement-breakpoint
DROP INDEX "received_callbacks_webhook";
--> statement-breakpoint
DROP TRIGGER "deliveries_added" ON "deliveries";
--> statement-breakpoint
DROP TRIGGER "deliveries_changed" ON "deliveries";
--> statement-breakpoint
DROP TRIGGER "deliveries_gone" ON "deliveries";
--> statement-breakpoint
DROP TRIGGER "deliveries_emptied" ON "deliveries";
--> statement-breakpoint
DO $$
DECLARE "made" text; "place" record;
BEGIN
  FOREACH "made" IN ARRAY ARRAY['deliveries', 'received_callbacks'] LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', "made", "made" || '_first');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE (%I)', "made", "made" || '_first',
      CASE "made" WHEN 'deliveries' THEN 'arrived_at' ELSE 'received_at' END);
    FOR "place" IN
      SELECT c.relname AS name, pg_get_indexdef(c.oid) AS made FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = format('%I', "made" || '_first')::regclass
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', "place".name, replace("place".name, "made", "made" || '_first'));
      EXECUTE regexp_replace("place".made, ' ON (\S+\.)?' || "made" || '_first ', format(' ON %I ', "made"));
    END LOOP;
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER SEQUENCE "deliveries_seq_seq" OWNED BY "deliveries"."seq";
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_pk" PRIMARY KEY("account_id","id","arrived_at");
--> statement-breakpoint
ALTER TABLE "received_callbacks" ADD CONSTRAINT "received_callbacks_pk" PRIMARY KEY("account_id","id","received_at");
--> statement-breakpoint
CREATE FUNCTION partitions_of("parent" text) RETURNS TABLE ("name" text, "upper" timestamptz) LANGUAGE sql STABLE AS $$
  SELECT c.relname::text, substring(pg_get_expr(c.relpartbound, c.oid) FROM $f$TO \('([^']+)'\)$f$)::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = "parent"::regclass
$$;
--> statement-breakpoint
-- The end of the month (UTC) in which an instant lies.
CREATE FUNCTION partition_end("instant" timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (date_trunc('month', "instant" AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'
$$;
--> statement-breakpoint
-- Adds the partitions that are missing up to an instant. One that is made apart and attached stops nobody who reads or writes.
CREATE FUNCTION make_partitions("parent" text, "upto" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE "begins" timestamptz; "made" text;
BEGIN
  PERFORM pg_advisory_xact_lock(748027);
  LOOP
    SELECT max(p.upper) INTO "begins" FROM partitions_of("parent") p;
    EXIT WHEN "begins" > "upto";
    "made" := "parent" || to_char("begins" AT TIME ZONE 'UTC', '_YYYYMMDD');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS)', "made", "parent");
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      "parent", "made", "begins", partition_end("begins"));
  END LOOP;
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  EXECUTE format('ALTER TABLE deliveries ATTACH PARTITION deliveries_first FOR VALUES FROM (MINVALUE) TO (%L)',
    partition_end(now()));
  EXECUTE format(
    'ALTER TABLE received_callbacks ATTACH PARTITION received_callbacks_first FOR VALUES FROM (MINVALUE) TO (%L)',
    partition_end((SELECT greatest(now(), max(received_at)) FROM received_callbacks_first)));
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
CREATE OR REPLACE FUNCTION forget_delivery_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE delivery_counts, delivery_addresses, delivery_keys;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "deliveries_emptied" AFTER TRUNCATE ON "deliveries"
  FOR EACH STATEMENT EXECUTE FUNCTION forget_delivery_counts();
--> statement-breakpoint
-- A row whose key is known is left out; of a callback its time is counted instead.
CREATE FUNCTION keep_delivery_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO delivery_keys (account_id, id, arrived_at) VALUES (NEW.account_id, NEW.id, NEW.arrived_at)
    ON CONFLICT DO NOTHING;
  RETURN CASE WHEN FOUND THEN NEW END;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "deliveries_once" BEFORE INSERT ON "deliveries"
  FOR EACH ROW EXECUTE FUNCTION keep_delivery_once();
--> statement-breakpoint
CREATE FUNCTION forget_delivery_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM delivery_keys k USING gone g WHERE k.account_id = g.account_id AND k.id = g.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "deliveries_unkeyed" AFTER DELETE ON "deliveries"
  REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION forget_delivery_keys();
--> statement-breakpoint
CREATE FUNCTION keep_callback_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO received_keys (account_id, dedupe_key, id, received_at)
    VALUES (NEW.account_id, NEW.dedupe_key, NEW.id, NEW.received_at)
    ON CONFLICT DO NOTHING;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  UPDATE received_callbacks r SET times = r.times + 1, last_received_at = NEW.last_received_at
  FROM received_keys k
  WHERE k.account_id = NEW.account_id AND k.dedupe_key = NEW.dedupe_key
    AND r.account_id = k.account_id AND r.id = k.id AND r.received_at = k.received_at;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "received_callbacks_once" BEFORE INSERT ON "received_callbacks"
  FOR EACH ROW EXECUTE FUNCTION keep_callback_once();
--> statement-breakpoint
CREATE FUNCTION forget_callback_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM received_keys k USING gone g WHERE k.account_id = g.account_id AND k.dedupe_key = g.dedupe_key;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "received_callbacks_unkeyed" AFTER DELETE ON "received_callbacks"
  REFERENCING OLD TABLE AS "gone" FOR EACH STATEMENT EXECUTE FUNCTION forget_callback_keys();
--> statement-breakpoint
CREATE INDEX "deliveries_going" ON "deliveries" USING btree ("account_id","last_at") WHERE "deliveries"."open" and "deliveries"."outcome" <> 'given_up';
