CREATE TABLE "rule_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"state" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "granted_by" text;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "granted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "invited_by" text;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "reset_by" text;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "reset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "enabled_by" text;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "enabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD CONSTRAINT "rule_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rule_changes_pending" ON "rule_changes" USING btree ("account_id") WHERE "rule_changes"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "rule_changes_due" ON "rule_changes" USING btree ("effective_at") WHERE "rule_changes"."state" = 'pending';