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
CREATE INDEX "dispute_attachments_dispute" ON "dispute_attachments" USING btree ("account_id","dispute_id");--> statement-breakpoint
CREATE INDEX "dispute_notes_dispute" ON "dispute_notes" USING btree ("account_id","dispute_id","at");--> statement-breakpoint
CREATE INDEX "disputes_state" ON "disputes" USING btree ("account_id","state","deadline");--> statement-breakpoint
CREATE INDEX "disputes_transaction" ON "disputes" USING btree ("account_id","transaction_id");