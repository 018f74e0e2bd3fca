ALTER TABLE "operations" ADD COLUMN "restored_at" timestamp with time zone;
