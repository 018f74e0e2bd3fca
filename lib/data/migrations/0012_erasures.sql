CREATE TABLE "erasure_waits" (
	"kind" text NOT NULL,
	"account_id" text NOT NULL,
	"target_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"erasure_id" text,
	CONSTRAINT "erasure_waits_kind_account_id_target_id_pk" PRIMARY KEY("kind","account_id","target_id")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"swept_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"hash" text PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "request" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "erasure_waits" ADD CONSTRAINT "erasure_waits_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasure_waits_erasure" ON "erasure_waits" USING btree ("erasure_id");