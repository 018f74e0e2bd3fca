ALTER TABLE "disputes" ADD COLUMN "situation" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
-- As `guessSituation` reads reports; the next reading of each dispute puts right what differs.
UPDATE "disputes" d SET "situation" = CASE
    WHEN r.text ~ 'coag|coercao|coercion|sequestr|amea[cs]|roubo|assalto' THEN 'coercion'
    WHEN r.text ~ 'invadid|invasao|acessada por terceir|takeover|conta foi acess' THEN 'account_takeover'
    WHEN r.text ~ 'aparelho|dispositivo|acesso fraudulento|device' THEN 'fraudulent_access'
    WHEN r.text ~ 'golpe|fraude|engan|scam|estelionat' THEN 'scam'
    ELSE 'other' END
FROM (
  SELECT "account_id", "id", lower(translate("infraction" ->> 'reason',
    'ÁÀÂÃÄáàâãäÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇç', 'AAAAAaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCc')) AS text
  FROM "disputes" WHERE "infraction" ->> 'reason' IS NOT NULL
) r
WHERE d."account_id" = r."account_id" AND d."id" = r."id";
