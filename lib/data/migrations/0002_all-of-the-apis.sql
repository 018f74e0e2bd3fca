CREATE TABLE "provider_budgets" (
	"id" text PRIMARY KEY NOT NULL,
	"per_minute" double precision NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"slots" jsonb NOT NULL,
	"hours" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "instance" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "clock_offset" bigint;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "late_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "operations_reference" ON "operations" USING btree ("account_id","client_reference") WHERE "operations"."client_reference" is not null;