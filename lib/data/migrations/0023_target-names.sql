ALTER TABLE "operations" ADD COLUMN "names" text[];--> statement-breakpoint
CREATE INDEX "operations_names" ON "operations" USING gin ("names") WHERE "operations"."names" is not null;