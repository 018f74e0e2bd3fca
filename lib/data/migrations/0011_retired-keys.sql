CREATE TABLE "retired_keys" (
	"key_id" text NOT NULL,
	"purpose" text NOT NULL,
	"sealed" text NOT NULL,
	"retired_at" timestamp with time zone NOT NULL,
	CONSTRAINT "retired_keys_key_id_purpose_pk" PRIMARY KEY("key_id","purpose")
);
