ALTER TABLE "resend_lines" ADD COLUMN "window_ms" bigint;--> statement-breakpoint
ALTER TABLE "resends" ADD COLUMN "too_old" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "resends" ADD COLUMN "outside_count" integer DEFAULT 0 NOT NULL;