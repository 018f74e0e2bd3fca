CREATE TABLE "account_blocks" (
	"account_id" text PRIMARY KEY NOT NULL,
	"blocked" boolean NOT NULL,
	"operations" jsonb NOT NULL,
	"told_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
