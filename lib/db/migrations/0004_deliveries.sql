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
	"unlisted" integer DEFAULT 0 NOT NULL,
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
ALTER TABLE "resend_items" ADD CONSTRAINT "resend_items_resend_id_resends_id_fk" FOREIGN KEY ("resend_id") REFERENCES "public"."resends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resend_requests" ADD CONSTRAINT "resend_requests_resend_id_resends_id_fk" FOREIGN KEY ("resend_id") REFERENCES "public"."resends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_outcome" ON "deliveries" USING btree ("account_id","outcome","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_transaction" ON "deliveries" USING btree ("account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "deliveries_webhook" ON "deliveries" USING btree ("account_id","webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_host" ON "deliveries" USING btree ("account_id","host","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_seq" ON "deliveries" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "resend_items_state" ON "resend_items" USING btree ("resend_id","state","result");--> statement-breakpoint
CREATE INDEX "resend_items_order" ON "resend_items" USING btree ("resend_id","created_at","transaction_id");--> statement-breakpoint
CREATE INDEX "resend_items_request" ON "resend_items" USING btree ("resend_id","request");--> statement-breakpoint
CREATE INDEX "resend_items_asked" ON "resend_items" USING btree ("account_id","transaction_id") WHERE "resend_items"."state" in ('requested', 'unknown');--> statement-breakpoint
CREATE INDEX "resend_requests_state" ON "resend_requests" USING btree ("resend_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "resends_number" ON "resends" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "resends_account" ON "resends" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "resends_state" ON "resends" USING btree ("state","step_due_at");--> statement-breakpoint
CREATE INDEX "resends_followed" ON "resends" USING btree ("followed_until") WHERE "resends"."counts" is null;