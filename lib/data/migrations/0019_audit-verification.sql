CREATE TABLE "audit_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"run" text NOT NULL,
	"stepped_at" timestamp with time zone NOT NULL,
	"checked" bigint NOT NULL,
	"place" text,
	"asked_by" jsonb NOT NULL
);
