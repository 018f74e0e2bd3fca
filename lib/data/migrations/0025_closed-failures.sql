CREATE TABLE "closed_failures" (
	"account_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"operator_id" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "closed_failures_account_id_delivery_id_pk" PRIMARY KEY("account_id","delivery_id")
);
