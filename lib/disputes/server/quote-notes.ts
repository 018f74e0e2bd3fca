import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Permission } from '#lib/auth/permissions.ts';
import { unseal } from '#lib/auth/server/seal.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { db } from '#lib/data/client.ts';
import { disputeNotes, disputes } from '#lib/data/schema/disputes.ts';
import { DisputeNote } from '#lib/disputes/contract.ts';
import { parseStoredInfraction } from '#lib/disputes/server/merge-infraction.ts';
import { notePurpose } from '#lib/disputes/server/notes.ts';
import { Infraction } from '#lib/providers/records.ts';

/**
 * A note with its dispute's record, so that the people in the record are masked in the note, as on the
 * dispute's page.
 */
const Quoted = z.object({ infraction: Infraction.nullable(), text: DisputeNote.shape.text });

/**
 * Texts of these notes by id, masked for an operator with these permissions. Notes that the operator may not
 * read are absent.
 */
export async function quoteNotes(
  ids: readonly string[],
  permissionsOf: (accountId: string) => ReadonlySet<Permission>,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ note: disputeNotes, infraction: disputes.infraction })
    .from(disputeNotes)
    .leftJoin(
      disputes,
      and(eq(disputes.accountId, disputeNotes.accountId), eq(disputes.id, disputeNotes.disputeId)),
    )
    .where(inArray(disputeNotes.id, [...ids]));
  const quoted = rows.flatMap(({ note, infraction: stored }): [string, string][] => {
    const may = permissionsOf(note.accountId);
    if (!may.has('read')) return [];
    const infraction = parseStoredInfraction(stored);
    const clear = may.has('dispute') || may.has('reveal');
    // Without a record no name can be masked, so only operators who see the text in clear get the note.
    if (infraction === null && !clear) return [];
    const text = unseal(note.body, notePurpose(note.id));
    const shown = masked(Quoted, { infraction, text }, { names: may.has('reveal'), may });
    return [[note.id, shown.text]];
  });
  return new Map(quoted);
}
