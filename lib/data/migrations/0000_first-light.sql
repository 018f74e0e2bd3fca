CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"environment" text NOT NULL,
	"simulator" boolean DEFAULT false NOT NULL,
	"origin" text NOT NULL,
	"base_url" text NOT NULL,
	"credentials" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator_id" text,
	"account_id" text,
	"action" text NOT NULL,
	"target" text,
	"result" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"user_agent" text,
	"provider_request_id" text,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"operator_id" text NOT NULL,
	"account" text NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "grants_operator_id_account_role_pk" PRIMARY KEY("operator_id","account","role")
);
--> statement-breakpoint
CREATE TABLE "one_time_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"ready" boolean DEFAULT false NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"operator_id" text NOT NULL,
	"session_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"address" text,
	"user_agent" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_throttle" (
	"bucket" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp with time zone NOT NULL,
	"wait_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"operator_id" text NOT NULL,
	"account" text NOT NULL,
	"key" text NOT NULL,
	"endpoint" text NOT NULL,
	"body_hash" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"status" integer,
	"answer" jsonb,
	CONSTRAINT "idempotency_keys_operator_id_account_key_pk" PRIMARY KEY("operator_id","account","key")
);
--> statement-breakpoint
CREATE TABLE "stored_filters" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"filter" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_slug" ON "accounts" USING btree ("slug") WHERE "accounts"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_email" ON "operators" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sessions_operator" ON "sessions" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_started" ON "idempotency_keys" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "stored_filters_used" ON "stored_filters" USING btree ("used_at");