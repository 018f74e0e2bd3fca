CREATE TABLE "deliveries" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"seq" bigserial NOT NULL,
	"transaction_id" text,
	"webhook_id" text,
	"url" text,
	"host" text,
	"event" text,
	"status" smallint,
	"delivered" boolean NOT NULL,
	"outcome" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"response_time_ms" double precision,
	"created_at" timestamp with time zone NOT NULL,
	"amount" bigint,
	"client_reference" text,
	"transaction_status" text,
	"transaction_created_at" timestamp with time zone,
	"resend_id" text,
	"derived" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "deliveries_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_indexes" (
	"account_id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"wanted_until" timestamp with time zone NOT NULL,
	"complete_at" timestamp with time zone,
	"newest_at" timestamp with time zone,
	"from_at" timestamp with time zone,
	"back_done" boolean DEFAULT false NOT NULL,
	"head" jsonb,
	"back" jsonb,
	"rows" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"tried_at" timestamp with time zone,
	"swept_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dispute_attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"dispute_id" text NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"digest" text NOT NULL,
	"bytes" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"added_by" text NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dispute_drafts" (
	"account_id" text NOT NULL,
	"dispute_id" text NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"characters" integer NOT NULL,
	"attachments" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "dispute_drafts_account_id_dispute_id_pk" PRIMARY KEY("account_id","dispute_id")
);
--> statement-breakpoint
CREATE TABLE "dispute_indexes" (
	"account_id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone,
	"pass_since" timestamp with time zone,
	"pass_whole" boolean DEFAULT false NOT NULL,
	"pass_page" integer DEFAULT 1 NOT NULL,
	"complete_at" timestamp with time zone,
	"as_of" timestamp with time zone,
	"defense_form" text
);
--> statement-breakpoint
CREATE TABLE "dispute_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"dispute_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_work" (
	"account_id" text NOT NULL,
	"dispute_id" text NOT NULL,
	"assignee_id" text,
	"assigned_at" timestamp with time zone,
	"sent_by" text,
	"sent_at" timestamp with time zone,
	"operation_id" text,
	"receipt" text,
	CONSTRAINT "dispute_work_account_id_dispute_id_pk" PRIMARY KEY("account_id","dispute_id")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"state" text NOT NULL,
	"status" text,
	"type" text,
	"result" text,
	"amount" bigint,
	"transaction_id" text,
	"opened_at" timestamp with time zone,
	"deadline" timestamp with time zone,
	"updated_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"files" integer DEFAULT 0 NOT NULL,
	"infraction" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "resend_items" (
	"resend_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"event" text DEFAULT '' NOT NULL,
	"account_id" text NOT NULL,
	"state" text NOT NULL,
	"result" text,
	"request" integer,
	"created_at" timestamp with time zone,
	"status" text,
	"amount" bigint,
	"client_reference" text,
	"url" text,
	"webhook_id" text,
	"read" boolean DEFAULT true NOT NULL,
	"asked_at" timestamp with time zone,
	"asked_seq" bigint,
	"requested_at" timestamp with time zone,
	"delivery_id" text,
	"delivery_event" text,
	"http_status" smallint,
	"response_time_ms" double precision,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "resend_items_resend_id_transaction_id_event_pk" PRIMARY KEY("resend_id","transaction_id","event")
);
--> statement-breakpoint
CREATE TABLE "resend_lines" (
	"account_id" text PRIMARY KEY NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"held_by" text,
	"held_until" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"taken" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ids_refused" boolean DEFAULT false NOT NULL,
	"window_ms" bigint,
	"registered" text,
	"ahead_ms" bigint DEFAULT 0 NOT NULL,
	"matched_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resend_requests" (
	"resend_id" text NOT NULL,
	"number" integer NOT NULL,
	"route" text NOT NULL,
	"from_at" timestamp with time zone,
	"to_at" timestamp with time zone,
	"transactions" integer NOT NULL,
	"state" text NOT NULL,
	"accepted" integer,
	"truncated" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"code" text,
	"provider_request_id" text,
	CONSTRAINT "resend_requests_resend_id_number_pk" PRIMARY KEY("resend_id","number")
);
--> statement-breakpoint
CREATE TABLE "resends" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"number" integer,
	"state" text NOT NULL,
	"pause_reason" text,
	"paused_until" timestamp with time zone,
	"problem" jsonb,
	"scope" text NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"everything" boolean DEFAULT false NOT NULL,
	"estimated" boolean DEFAULT false NOT NULL,
	"operator_id" text NOT NULL,
	"gathering" jsonb,
	"version" integer DEFAULT 0 NOT NULL,
	"planned_at" timestamp with time zone,
	"chain" integer DEFAULT 0 NOT NULL,
	"step_due_at" timestamp with time zone,
	"limited" integer DEFAULT 0 NOT NULL,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"too_old" integer DEFAULT 0 NOT NULL,
	"unlisted" integer DEFAULT 0 NOT NULL,
	"outside_count" integer DEFAULT 0 NOT NULL,
	"index_from" timestamp with time zone,
	"earliest" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"followed_until" timestamp with time zone,
	"counts" jsonb
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
CREATE TABLE "received_callbacks" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"endpoint" text NOT NULL,
	"webhook_id" text,
	"transaction_id" text NOT NULL,
	"event" text NOT NULL,
	"status" text,
	"infraction_id" text,
	"infraction_status" text,
	"attempt" integer,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"signature" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"last_received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_checks" (
	"account_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"url" text,
	"status" text,
	"detail" text,
	"checked_at" timestamp with time zone,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_checks_account_id_webhook_id_pk" PRIMARY KEY("account_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_entries" (
	"account_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" text NOT NULL,
	"active" boolean,
	"has_secret" boolean,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_entries_account_id_webhook_id_pk" PRIMARY KEY("account_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_receivers" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"webhook_id" text,
	"url" text NOT NULL,
	"ownership" text NOT NULL,
	"challenge_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"target" text NOT NULL,
	"origin" text NOT NULL,
	"sealed" text,
	"operation_id" text,
	"issued_to" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"shown_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	"superseded_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "operation_id" text;--> statement-breakpoint
ALTER TABLE "operation_attempts" ADD CONSTRAINT "operation_attempts_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resend_items" ADD CONSTRAINT "resend_items_resend_id_resends_id_fk" FOREIGN KEY ("resend_id") REFERENCES "public"."resends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resend_requests" ADD CONSTRAINT "resend_requests_resend_id_resends_id_fk" FOREIGN KEY ("resend_id") REFERENCES "public"."resends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_outcome" ON "deliveries" USING btree ("account_id","outcome","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_transaction" ON "deliveries" USING btree ("account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "deliveries_webhook" ON "deliveries" USING btree ("account_id","webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_host" ON "deliveries" USING btree ("account_id","host","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_seq" ON "deliveries" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "dispute_attachments_dispute" ON "dispute_attachments" USING btree ("account_id","dispute_id");--> statement-breakpoint
CREATE INDEX "dispute_notes_dispute" ON "dispute_notes" USING btree ("account_id","dispute_id","at");--> statement-breakpoint
CREATE INDEX "disputes_state" ON "disputes" USING btree ("account_id","state","deadline");--> statement-breakpoint
CREATE INDEX "disputes_transaction" ON "disputes" USING btree ("account_id","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operations_open" ON "operations" USING btree ("account_id","kind","target") WHERE "operations"."state" in ('awaiting_approval', 'requested', 'sent', 'unknown');--> statement-breakpoint
CREATE INDEX "operations_account" ON "operations" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "operations_target" ON "operations" USING btree ("account_id","target");--> statement-breakpoint
CREATE INDEX "operations_due" ON "operations" USING btree ("state","next_look_up_at");--> statement-breakpoint
CREATE INDEX "resend_items_state" ON "resend_items" USING btree ("resend_id","state","result");--> statement-breakpoint
CREATE INDEX "resend_items_order" ON "resend_items" USING btree ("resend_id","created_at","transaction_id");--> statement-breakpoint
CREATE INDEX "resend_items_request" ON "resend_items" USING btree ("resend_id","request");--> statement-breakpoint
CREATE INDEX "resend_items_asked" ON "resend_items" USING btree ("account_id","transaction_id") WHERE "resend_items"."state" in ('requested', 'unknown');--> statement-breakpoint
CREATE INDEX "resend_requests_state" ON "resend_requests" USING btree ("resend_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "resends_number" ON "resends" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "resends_account" ON "resends" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "resends_state" ON "resends" USING btree ("state","step_due_at");--> statement-breakpoint
CREATE INDEX "resends_followed" ON "resends" USING btree ("followed_until") WHERE "resends"."counts" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("account_id","operator_id","page",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_stored_filter" ON "saved_views" USING btree ("stored_filter_id");--> statement-breakpoint
CREATE UNIQUE INDEX "received_callbacks_once" ON "received_callbacks" USING btree ("account_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "received_callbacks_transaction" ON "received_callbacks" USING btree ("account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "received_callbacks_webhook" ON "received_callbacks" USING btree ("account_id","webhook_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_receivers_webhook" ON "webhook_receivers" USING btree ("account_id","webhook_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_secrets_current" ON "webhook_secrets" USING btree ("account_id","target") WHERE "webhook_secrets"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_secrets_target" ON "webhook_secrets" USING btree ("account_id","target","issued_at");--> statement-breakpoint
CREATE INDEX "webhook_secrets_operation" ON "webhook_secrets" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "webhook_secrets_superseded" ON "webhook_secrets" USING btree ("superseded_at");