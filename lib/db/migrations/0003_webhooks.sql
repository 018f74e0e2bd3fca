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
CREATE UNIQUE INDEX "received_callbacks_once" ON "received_callbacks" USING btree ("account_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "received_callbacks_transaction" ON "received_callbacks" USING btree ("account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "received_callbacks_webhook" ON "received_callbacks" USING btree ("account_id","webhook_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_receivers_webhook" ON "webhook_receivers" USING btree ("account_id","webhook_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_secrets_current" ON "webhook_secrets" USING btree ("account_id","target") WHERE "webhook_secrets"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_secrets_target" ON "webhook_secrets" USING btree ("account_id","target","issued_at");--> statement-breakpoint
CREATE INDEX "webhook_secrets_operation" ON "webhook_secrets" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "webhook_secrets_superseded" ON "webhook_secrets" USING btree ("superseded_at");