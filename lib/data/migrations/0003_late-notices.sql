CREATE TABLE "late_acknowledgements" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"operator_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "late_acknowledgements" ADD CONSTRAINT "late_acknowledgements_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_protocol" ON "disputes" USING btree ("account_id",("infraction" ->> 'protocol'));--> statement-breakpoint
CREATE INDEX "disputes_end_to_end" ON "disputes" USING btree ("account_id",("infraction" ->> 'endToEndId'));--> statement-breakpoint
CREATE INDEX "operations_late" ON "operations" USING btree ("account_id") WHERE "operations"."late_at" is not null;