CREATE TABLE "job_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_attempts" (
	"operation_id" text NOT NULL,
	"number" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"code" text,
	"provider_request_id" text,
	CONSTRAINT "operation_attempts_operation_id_number_pk" PRIMARY KEY("operation_id","number")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"amount" bigint,
	"client_reference" text,
	"intent" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request" text NOT NULL,
	"result" jsonb,
	"problem" jsonb,
	"operator_id" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"look_ups" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"absent_since" timestamp with time zone,
	"next_look_up_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"provider_request_id" text
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"filter" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"stored_filter_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "operation_id" text;--> statement-breakpoint
ALTER TABLE "operation_attempts" ADD CONSTRAINT "operation_attempts_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_open" ON "operations" USING btree ("account_id","kind","target") WHERE "operations"."state" in ('awaiting_approval', 'requested', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "operations_account" ON "operations" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "operations_target" ON "operations" USING btree ("account_id","target");--> statement-breakpoint
CREATE INDEX "operations_due" ON "operations" USING btree ("state","next_look_up_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("account_id","operator_id","page",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_stored_filter" ON "saved_views" USING btree ("stored_filter_id");