CREATE TABLE "audit_head" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"keyed_from" bigint NOT NULL,
	"mac" text NOT NULL,
	"verdict" text
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "session" text;--> statement-breakpoint
CREATE INDEX "audit_log_operator" ON "audit_log" USING btree ("operator_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_not_ok" ON "audit_log" USING btree ("seq") WHERE "audit_log"."result" <> 'ok';