ALTER TABLE "rule_changes" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD COLUMN "user_agent" text;