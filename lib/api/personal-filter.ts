import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { maskReference } from '#lib/core/masking/mask-text.ts';

type Asked = Readonly<Record<string, unknown>>;

/**
 * Without `reveal`, nobody may filter by personal data or by a reference that would be masked: the matches
 * would disclose the value. GuicheError `forbidden` names the fields; the audit stores the names without
 * values.
 */
export async function requireRevealFor(ctx: Ctx, person: Asked, references: Asked = {}): Promise<void> {
  if (ctx.permissions.has('reveal')) return;
  const fields = [
    ...Object.keys(person).filter((name) => person[name] !== undefined),
    ...Object.keys(references).filter((name) => isMasked(String(references[name] ?? ''))),
  ];
  if (fields.length === 0) return;
  const after = { needed: 'reveal', fields };
  await auditOnce(ctx, { action: 'permission', target: 'filter', after });
  throw new GuicheError('forbidden', 'Looking for personal data needs the permission reveal.', {
    fields: fields.map((field) => ({ field, message: 'needs_reveal' })),
  });
}

const isMasked = (text: string) => maskReference(text) !== text;
