import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { disputeAttachments, disputeDrafts, disputeNotes, disputeWork } from '#lib/data/schema/disputes.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { DisputeListQuery, disputeEndpoints } from '#lib/disputes/contract.ts';
import { previewDefense } from '#lib/disputes/server/compose-defense.ts';
import {
  addAttachment,
  getDraft,
  readAttachment,
  removeAttachment,
  saveDraft,
} from '#lib/disputes/server/defense-store.ts';
import { getDispute } from '#lib/disputes/server/get-dispute.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { sendDefense } from '#lib/disputes/server/send-defense.ts';
import { aPdf, PDF } from '#lib/disputes/server/testing/a-pdf.ts';
import { withBench } from '#lib/disputes/server/testing/bench.ts';
import { addNote, assignDispute } from '#lib/disputes/server/work.ts';
import { withClockAhead } from '../../../e2e/support/skewed-clock.ts';

const bench = withBench();
let id = '';
let livia: Ctx;
let caio: Ctx;

beforeEach(async () => {
  id = (await bench().open()).id;
  livia = bench().context('livia');
  caio = bench().context('caio');
});

const content = (sale: string, more: object = {}) => ({
  situation: 'scam',
  sections: { sale, delivery: '', contact: '', conclusion: '' },
  checked: ['invoice'],
  letterAsPdf: false,
  ...more,
});
const save = (ctx: Ctx, version: number, sale: string, more: object = {}) =>
  saveDraft({ ctx, id, body: { version, ...content(sale, more) } });
const upload = (ctx: Ctx, name: string, text = PDF, type = 'application/pdf') => {
  const body = new FormData();
  body.append('file', new File([text], name, { type }));
  return addAttachment({ ctx, id, request: new Request('http://localhost/', { method: 'POST', body }) });
};
const auditOf = async (action: string) =>
  db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.target, id), eq(auditLog.action, action)));

describe('a draft', () => {
  test('is version 0 before anything is stored, then what was stored', async () => {
    expect(await getDraft({ ctx: livia, id })).toMatchObject({
      version: 0,
      updatedBy: null,
      attachments: [],
    });
    const saved = await save(livia, 0, 'Pix {{e2e}}.');
    expect(saved).toMatchObject({
      version: 1,
      ...content('Pix {{e2e}}.'),
      updatedBy: { name: 'Lívia Prates' },
    });
    expect(await getDraft({ ctx: caio, id })).toEqual(saved);
    const [row] = await db().select().from(disputeDrafts).where(eq(disputeDrafts.disputeId, id));
    expect(JSON.stringify(row)).not.toContain('Pix');
  });

  test('of an unknown dispute is not found', async () => {
    await expect(getDraft({ ctx: livia, id: 'no-such' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('written by two on the same version: one stands, the other gets it', async () => {
    await save(livia, 0, 'Primeiro.');
    const both = await Promise.allSettled([save(livia, 1, 'De Lívia.'), save(caio, 1, 'De Caio.')]);
    const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(won).toHaveLength(1);
    expect(lost[0]).toMatchObject({ code: 'conflict', details: { existing: won[0] } });
    expect((await getDraft({ ctx: livia, id })).version).toBe(2);
  });

  test('begun by many at once is begun once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => save(livia, 0, `${n}`)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a version that was never there conflicts and stores nothing', async () => {
    await expect(save(livia, 5, 'x')).rejects.toMatchObject({
      code: 'conflict',
      details: { existing: { version: 0 } },
    });
    expect(await db().select().from(disputeDrafts).where(eq(disputeDrafts.disputeId, id))).toEqual([]);
  });

  test('autosaves of one sitting are one entry of the audit; a colleague’s is another', async () => {
    for (const version of [0, 1, 2]) await save(livia, version, `texto ${version}`);
    await save(caio, 3, 'de Caio');
    const entries = await auditOf('dispute.draft');
    expect(entries.map(({ operatorId, after }) => [operatorId, after])).toEqual([
      ['livia', { version: 1 }],
      ['caio', { version: 4 }],
    ]);
  });

  test('is masked for who may not write it', async () => {
    await save(livia, 0, 'CPF 529.982.247-25 de Ana.');
    const seen = await getDraft({ ctx: bench().context('davi', ['read']), id });
    expect(seen.sections.sale).toBe('CPF ***.982.247-** de Ana.');
    expect(seen.facts.map(({ name }) => name)).not.toContain('payer_name');
  });
});

describe('facts', () => {
  test('are what the provider reports of the payment, written for the letter', async () => {
    const { facts } = await getDraft({ ctx: livia, id });
    const texts = new Map(facts.map(({ name, text }) => [name, text]));
    const { infraction } = await getDispute({ ctx: livia, id });
    expect(texts.get('e2e')).toBe(infraction.endToEndId);
    expect(texts.get('reference')).toMatch(/^bench-/);
    expect(texts.get('amount_time')).toMatch(
      /^R\$ [\d.]+,\d{2}, pago em \d\d\/\d\d\/\d{4} às \d\d:\d\d:\d\d$/,
    );
    expect(texts.has('same_document')).toBe(false);
  });

  test('stand in the preview; one that is not known holds it back', async () => {
    await save(livia, 0, 'Pix {{e2e}}.');
    const { infraction } = await getDispute({ ctx: livia, id });
    const good = await previewDefense({ ctx: livia, id });
    expect(good).toMatchObject({ version: 1, text: `Pix ${infraction.endToEndId}.`, obstacles: [] });
    expect(good.characters).toBe(good.text.length);
    await save(livia, 1, '{{same_document}}');
    const bad = await previewDefense({ ctx: livia, id });
    expect(bad).toMatchObject({ version: 2, obstacles: ['unknown_fact'] });
    expect(bad.digest).not.toBe(good.digest);
  });
});

describe('the preview', () => {
  test('of nothing is empty', async () => {
    expect((await previewDefense({ ctx: livia, id })).obstacles).toEqual(['empty']);
  });

  test('a long letter is too long, or goes along as a PDF', async () => {
    const long = `${'Entregue em 17/11 no endereço do comprador. '.repeat(40)}Fim.`;
    await save(livia, 0, long);
    expect((await previewDefense({ ctx: livia, id })).obstacles).toEqual(['too_long']);
    await upload(livia, 'defesa.pdf');
    await save(livia, 2, long, { letterAsPdf: true });
    const preview = await previewDefense({ ctx: livia, id });
    expect(preview).toMatchObject({ obstacles: [], limit: 1_000 });
    expect(preview.characters).toBeLessThanOrEqual(1_000);
    expect(preview.text).toMatch(/anexo defesa \(2\)\.pdf\.\)$/);
    expect(preview.files).toMatchObject([
      { name: 'defesa.pdf', generated: false },
      { name: 'defesa (2).pdf', generated: true, mimeType: 'application/pdf' },
    ]);
    expect(await previewDefense({ ctx: livia, id })).toEqual(preview);
    expect(preview.signs).toEqual([]);
  });

  test('a sign that the PDF could not show is named with its section; a text alone takes it', async () => {
    const more = { letterAsPdf: true };
    await save(livia, 0, 'Recebido 👍. {{e2e}}', more);
    expect(await previewDefense({ ctx: livia, id })).toMatchObject({ obstacles: [], signs: [] });
    await save(livia, 1, `Recebido 👍, ✓ → ≥. ${'Frase inteira. '.repeat(80)}訴`, more);
    expect(await previewDefense({ ctx: livia, id })).toMatchObject({
      obstacles: ['no_glyph'],
      signs: [
        { sign: '👍', section: 'sale' },
        { sign: '訴', section: 'sale' },
      ],
    });
    await expect(
      sendDefense({ ctx: livia, id, body: { version: 2 } }),
      'it is not sent with another sign in its place',
    ).rejects.toMatchObject({ details: { fields: [{ field: 'defense', message: 'no_glyph' }] } });
    await save(livia, 2, `Recebido 👍. ${'Frase inteira. '.repeat(80)}`);
    expect((await previewDefense({ ctx: livia, id })).obstacles).toEqual(['too_long']);
  });

  test('what is pasted is shown and counted as it is sent', async () => {
    await save(livia, 0, 'o\u00a0ﬁm \u22125\u200b, pós\u2011venda\ufeff');
    expect(await previewDefense({ ctx: livia, id })).toMatchObject({
      text: 'o fim -5, pós-venda',
      characters: 19,
    });
  });

  test('of a closed dispute shows it', async () => {
    await save(livia, 0, 'Entregue.');
    await bench().control('dispute', { disputeId: id, close: 'CANCELLED' });
    expect((await previewDefense({ ctx: livia, id })).obstacles).toEqual(['closed']);
  });
});

describe('attachments', () => {
  test('are stored sealed and returned as they were, as a download', async () => {
    const draft = await upload(livia, '../Nota fiscal.pdf');
    expect(draft).toMatchObject({
      version: 1,
      attachments: [{ name: 'Nota fiscal.pdf', mimeType: 'application/pdf', size: PDF.length }],
    });
    const attachment = draft.attachments[0]?.id ?? '';
    const answer = await readAttachment({ ctx: caio, id, attachment });
    expect(await answer.text()).toBe(PDF);
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Nota%20fiscal.pdf");
    const [row] = await db().select().from(disputeAttachments).where(eq(disputeAttachments.id, attachment));
    expect(JSON.stringify(row)).not.toContain('Nota');
    expect(await auditOf('dispute.attach')).toMatchObject([{ operatorId: 'livia', after: { attachment } }]);
  });

  test('at once never are more than the account takes, and each raises the version', async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => upload(livia, `${n}.pdf`)));
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'file', message: 'too_many' }] },
    });
    const { version, attachments } = await getDraft({ ctx: livia, id });
    expect({ version, files: attachments.length }).toEqual({ version: 5, files: 5 });
  });

  test('together are no larger than the account takes', async () => {
    const half = aPdf(6 * 1024 * 1024).toString('latin1');
    await upload(livia, 'a.pdf', half);
    await expect(upload(livia, 'b.pdf', half)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect((await getDraft({ ctx: livia, id })).attachments).toHaveLength(1);
  });

  test.each([
    ['nota.pdf', '', 'invalid_request', 'empty'],
    ['nota.pdf', 'MZ program', 'unsupported_media_type', 'executable'],
    ['nota.pdf', 'just text', 'unsupported_media_type', 'not_pdf'],
    ['nota.txt', 'just text', 'unsupported_media_type', 'type'],
    ['nota.png', PDF, 'unsupported_media_type', 'mismatch'],
    ['nota.pdf', '%PDF-1.4\nbroken off', 'invalid_request', 'damaged'],
  ])('%s of %j is refused: %s %s', async (name, text, code, message) => {
    await expect(upload(livia, name, text, '')).rejects.toMatchObject({
      code,
      details: { fields: [{ field: 'file', message }] },
    });
    expect((await getDraft({ ctx: livia, id })).version).toBe(0);
  });

  test.each([
    [new FormData(), 'invalid_request'],
    ['{"file": 1}', 'unsupported_media_type'],
  ])('a body without a file is refused', async (body, code) => {
    const request = new Request('http://localhost/', { method: 'POST', body });
    await expect(addAttachment({ ctx: livia, id, request })).rejects.toMatchObject({ code });
  });

  test('taken off are gone, unless a defense that may hold them was begun', async () => {
    const first = (await upload(livia, 'a.pdf')).attachments[0]?.id ?? '';
    const second = (await upload(livia, 'b.pdf')).attachments[1]?.id ?? '';
    const after = await removeAttachment({ ctx: caio, id, attachment: first });
    expect(after).toMatchObject({ version: 3, attachments: [{ id: second }] });
    await expect(readAttachment({ ctx: livia, id, attachment: first })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(removeAttachment({ ctx: livia, id, attachment: first })).rejects.toMatchObject({
      code: 'not_found',
    });
    await db()
      .insert(operations)
      .values({
        ...{ id: `op-${id}`, accountId: livia.account.id, kind: 'defense', target: id, state: 'unknown' },
        ...{ request: 'sealed', operatorId: 'livia', createdAt: new Date() },
      });
    await removeAttachment({ ctx: livia, id, attachment: second });
    const stored = await db().select().from(disputeAttachments).where(eq(disputeAttachments.disputeId, id));
    expect(stored.map((row) => [row.id, row.removedAt !== null])).toEqual([[second, true]]);
    expect((await getDraft({ ctx: livia, id })).attachments).toEqual([]);
  });

  test('of another dispute are not found', async () => {
    const attachment = (await upload(livia, 'a.pdf')).attachments[0]?.id ?? '';
    const { id: other } = await bench().open();
    await expect(readAttachment({ ctx: livia, id: other, attachment })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('notes and assignment', () => {
  test('a note is sealed, named and audited by its id only', async () => {
    const note = await addNote({ ctx: livia, id, body: { text: 'Ligou a compradora, 529.982.247-25.' } });
    const { notes } = await getDispute({ ctx: caio, id });
    expect(notes).toEqual([note]);
    const masked = await getDispute({ ctx: bench().context('davi', ['read']), id });
    expect(masked.notes[0]?.text).toBe('Ligou a compradora, ***.982.247-**.');
    const [row] = await db().select().from(disputeNotes).where(eq(disputeNotes.disputeId, id));
    expect(row?.body).not.toContain('compradora');
    expect(JSON.stringify(await auditOf('dispute.note'))).not.toContain('compradora');
  });

  test('a note is written whatever its readers are called', async () => {
    await db()
      .update(operators)
      .set({ name: "Ana-Maria D'Ávila (jurídico)" })
      .where(eq(operators.id, 'caio'));
    for (const text of ['Sem menção.', "@Ana-Maria D'Ávila (jurídico), veja.", '@ana-maria e @D'])
      expect(await addNote({ ctx: livia, id, body: { text } })).toMatchObject({ text });
    const steps = await db().select().from(noticeSteps).where(eq(noticeSteps.event, 'mention'));
    expect(steps).toHaveLength(2);
    await db().update(operators).set({ name: 'Caio Fontes' }).where(eq(operators.id, 'caio'));
  });

  test('somebody who may answer is put in charge, once in the audit', async () => {
    const { people } = await getDispute({ ctx: livia, id });
    expect(people.map((person) => person.name)).toEqual(['Caio Fontes', 'Lívia Prates']);
    const assigned = await assignDispute({ ctx: livia, id, body: { operatorId: 'caio' } });
    expect(assigned.assignee).toEqual({ id: 'caio', name: 'Caio Fontes' });
    await assignDispute({ ctx: livia, id, body: { operatorId: 'caio' } });
    expect((await getDispute({ ctx: livia, id })).dispute.assignee?.id).toBe('caio');
    const mine = async (ctx: Ctx) =>
      (await listDisputes({ ctx, query: DisputeListQuery.parse({ assignee: 'me' }) })).items.map(
        (one) => one.id,
      );
    expect(await mine(caio)).toContain(id);
    expect(await mine(livia)).not.toContain(id);
    await assignDispute({ ctx: caio, id, body: { operatorId: null } });
    expect((await getDispute({ ctx: livia, id })).dispute.assignee).toBeNull();
    const entries = await auditOf('dispute.assign');
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ assignee: null }, { assignee: 'caio' }],
      [{ assignee: 'caio' }, { assignee: null }],
    ]);
    await expect(assignDispute({ ctx: livia, id, body: { operatorId: 'davi' } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

/** The embedded database reads the very clock of its process: there are no two to compare. */
test.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')(
  'M9: drafts, files, notes, assignments and the audit have the database’s times, whatever a process reads',
  async () => {
    await save(livia, 0, 'Antes.');
    const { before, after } = await withClockAhead(60 * 60_000, async () => {
      const result = await db().execute(sql`select now() as at`);
      await save(livia, 1, 'Uma hora adiante.');
      await upload(livia, 'nota.pdf');
      const note = await addNote({ ctx: livia, id, body: { text: 'Ligar amanhã.' } });
      await assignDispute({ ctx: livia, id, body: { operatorId: livia.operator.id } });
      return {
        before: Number(new Date(String((result as unknown as { rows: [{ at: string }] }).rows[0].at))),
        after: note,
      };
    });
    const draft = await getDraft({ ctx: livia, id });
    const { file } = await db()
      .select({ file: disputeAttachments.addedAt })
      .from(disputeAttachments)
      .where(eq(disputeAttachments.disputeId, id))
      .then(([row]) => row ?? { file: null });
    const [entry] = await auditOf('dispute.note');
    const [work] = await db().select().from(disputeWork).where(eq(disputeWork.disputeId, id));
    const times = [draft.updatedAt, file, after.at, entry?.at, work?.assignedAt];
    for (const time of times) expect(Math.abs(Number(new Date(time ?? 0)) - before)).toBeLessThan(60_000);
    // Within ten minutes by the one clock: still one sitting.
    expect(await auditOf('dispute.draft')).toHaveLength(1);
  },
);

test('A18: who may only read sees a draft masked; its preview and its files require `dispute`', async () => {
  await save(livia, 0, 'Comprou Ana Souza, CPF 390.533.447-05, ana@loja.example.');
  const reader = bench().context('davi', ['read']);
  const seen = await getDraft({ ctx: reader, id });
  expect(seen.sections.sale).not.toMatch(/390\.533\.447-05|ana@loja/);
  expect(seen.sections.sale).toContain('***.533.447-**');
  const permissionOf = (key: string) =>
    (disputeEndpoints as Record<string, { permission: string }>)[key]?.permission;
  expect(permissionOf('GET /disputes/{id}/draft')).toBe('read');
  for (const key of [
    'GET /disputes/{id}/draft/preview',
    'PUT /disputes/{id}/draft',
    'POST /disputes/{id}/draft/attachments',
    'GET /disputes/{id}/draft/attachments/{attachment}',
    'DELETE /disputes/{id}/draft/attachments/{attachment}',
  ])
    expect(permissionOf(key), key).toBe('dispute');
});
