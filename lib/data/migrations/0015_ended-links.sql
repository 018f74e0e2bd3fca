DROP INDEX "one_time_links_operator";--> statement-breakpoint
ALTER TABLE "one_time_links" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_links_operator" ON "one_time_links" USING btree ("operator_id","purpose") WHERE "one_time_links"."ended_at" is null;