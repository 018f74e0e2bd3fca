CREATE TABLE "closing_days" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"reading_id" text,
	"read_at" timestamp with time zone,
	"figures" jsonb,
	"next_reading_id" text,
	"progress" jsonb,
	"step_due_at" timestamp with time zone,
	"problem" jsonb,
	"signed_by" text,
	"signed_at" timestamp with time zone,
	"signed_reading_id" text,
	"version" integer,
	"changes" jsonb,
	"orders" jsonb,
	CONSTRAINT "closing_days_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "closing_differences" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"id" text NOT NULL,
	"cause" text NOT NULL,
	"reason" text,
	"left" jsonb,
	"right" jsonb,
	"amount" bigint NOT NULL,
	"exact" text,
	"transaction_id" text,
	"state" text NOT NULL,
	"responsible" text,
	"note" text,
	"operator_id" text,
	"at" timestamp with time zone NOT NULL,
	"reading_id" text NOT NULL,
	CONSTRAINT "closing_differences_account_id_day_id_pk" PRIMARY KEY("account_id","day","id")
);
--> statement-breakpoint
CREATE TABLE "closing_lines" (
	"reading_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"place" integer NOT NULL,
	"side" text,
	"type" text NOT NULL,
	"amount" bigint,
	"exact" text,
	"gross" bigint,
	"fee" bigint,
	"balance_before" bigint,
	"balance_after" bigint,
	"available" boolean NOT NULL,
	"transaction_id" text,
	"end_to_end_id" text,
	"dispute_id" text,
	"status" text,
	"posted_at" timestamp with time zone,
	"created_at" timestamp with time zone,
	CONSTRAINT "closing_lines_reading_id_id_pk" PRIMARY KEY("reading_id","id")
);
--> statement-breakpoint
CREATE TABLE "closing_notes" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"difference_id" text NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "closing_notes_account_id_day_version_difference_id_pk" PRIMARY KEY("account_id","day","version","difference_id")
);
--> statement-breakpoint
CREATE TABLE "closing_orders" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"row" integer NOT NULL,
	"reference" text NOT NULL,
	"end_to_end_id" text,
	"amount" bigint NOT NULL,
	"transaction_id" text,
	"matched_by" text,
	CONSTRAINT "closing_orders_account_id_day_row_pk" PRIMARY KEY("account_id","day","row")
);
--> statement-breakpoint
CREATE TABLE "closing_payments" (
	"reading_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"status" text,
	"state" text,
	"side" text,
	"amount" bigint,
	"exact" text,
	"fee" bigint,
	"fee_exact" text,
	"refunded" bigint,
	"refund_of_dispute" boolean DEFAULT false NOT NULL,
	"refunded_at" timestamp with time zone,
	"end_to_end_id" text,
	"client_reference" text,
	"created_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"updated_at" timestamp with time zone,
	"posted_day" text,
	CONSTRAINT "closing_payments_reading_id_id_pk" PRIMARY KEY("reading_id","id")
);
--> statement-breakpoint
CREATE TABLE "closing_versions" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"reading_id" text NOT NULL,
	"head" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" bigint NOT NULL,
	"lines" integer NOT NULL,
	"signed_by" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	"confirmed_by" text,
	"sealed_at" timestamp with time zone NOT NULL,
	"audit_seq" bigint NOT NULL,
	CONSTRAINT "closing_versions_account_id_day_version_pk" PRIMARY KEY("account_id","day","version")
);
--> statement-breakpoint
CREATE INDEX "closing_days_open" ON "closing_days" USING btree ("account_id","day") WHERE "closing_days"."version" is null and "closing_days"."reading_id" is not null;--> statement-breakpoint
CREATE INDEX "closing_days_reading" ON "closing_days" USING btree ("step_due_at") WHERE "closing_days"."next_reading_id" is not null;--> statement-breakpoint
CREATE INDEX "closing_differences_state" ON "closing_differences" USING btree ("account_id","day","state");--> statement-breakpoint
CREATE INDEX "closing_lines_part" ON "closing_lines" USING btree ("reading_id","side","type","posted_at","id");--> statement-breakpoint
CREATE INDEX "closing_lines_day" ON "closing_lines" USING btree ("account_id","day");--> statement-breakpoint
CREATE INDEX "closing_payments_day" ON "closing_payments" USING btree ("account_id","day");--> statement-breakpoint
CREATE INDEX "closing_versions_reading" ON "closing_versions" USING btree ("reading_id");