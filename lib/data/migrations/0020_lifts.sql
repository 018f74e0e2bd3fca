-- The columns that told this until now (of operators: reset_by, reset_at, enabled_by, enabled_at; of grants: granted_by,
-- granted_at) stay, read by nobody: a build of before this one names them in its reads while it works on beside this
-- one, and when somebody goes back to it. A later migration drops them.
CREATE TABLE "lifts" (
	"person" text NOT NULL,
	"lifter" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lifts_person_lifter_at_pk" PRIMARY KEY("person","lifter","at")
);
--> statement-breakpoint
INSERT INTO "lifts" ("person", "lifter", "at")
SELECT "person", "lifter", "at" FROM (
  SELECT "id" AS "person", "invited_by" AS "lifter", "invited_at" AS "at" FROM "operators"
  UNION ALL SELECT "id", "reset_by", "reset_at" FROM "operators"
  UNION ALL SELECT "id", "enabled_by", "enabled_at" FROM "operators"
  UNION ALL SELECT "operator_id", "granted_by", "granted_at" FROM "grants" WHERE "role" IN ('finance', 'admin')
  UNION ALL SELECT "operator_id", "created_by", "used_at" FROM "one_time_links"
) "told"
WHERE "at" > now() - interval '24 hours' AND "lifter" IS NOT NULL AND "lifter" <> "person"
ON CONFLICT DO NOTHING;
