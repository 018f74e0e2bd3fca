CREATE TABLE "notice_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"form" text,
	"locale" text,
	"url" text,
	"secret" text,
	"created_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"ok_at" timestamp with time zone,
	"ok_ms" integer,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"paused_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notice_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"key" text NOT NULL,
	"operator_id" text,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"operator_id" text PRIMARY KEY NOT NULL,
	"rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet" jsonb
);
--> statement-breakpoint
CREATE TABLE "notice_steps" (
	"cause" text NOT NULL,
	"step" text NOT NULL,
	"seq" bigserial NOT NULL,
	"event" text NOT NULL,
	"account_id" text,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_steps_cause_step_pk" PRIMARY KEY("cause","step")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"operator_id" text NOT NULL,
	"cause" text NOT NULL,
	"event" text NOT NULL,
	"account_id" text,
	"at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "notice_messages_key" ON "notice_messages" USING btree ("key");--> statement-breakpoint
CREATE INDEX "notice_messages_due" ON "notice_messages" USING btree ("channel","due_at") WHERE "notice_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notice_messages_ended" ON "notice_messages" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "notice_steps_at" ON "notice_steps" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notice_steps_event" ON "notice_steps" USING btree ("event","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_cause" ON "notices" USING btree ("operator_id","cause");--> statement-breakpoint
CREATE INDEX "notices_of_cause" ON "notices" USING btree ("cause");--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("operator_id","at","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("operator_id") WHERE "notices"."read_at" is null;