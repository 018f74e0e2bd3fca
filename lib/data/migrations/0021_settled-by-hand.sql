ALTER TABLE "operations" ADD COLUMN "looked_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "settle_reason" text;