import { vi } from 'vitest';
import { DisputeDetail, DisputeList } from '#lib/disputes/contract.ts';
import { aPdf } from '#lib/disputes/server/testing/a-pdf.ts';
import { problemOf } from '../support/answers.ts';
import { bodyOf, DEFENSES, DISPUTES, defend, PDF, saveDraft, upload } from '../support/disputes.ts';
import { operatorIdOf } from '../support/product.ts';
import { MANY_ROWS } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', MANY_ROWS);

const LIST = '/user/infractions';

test('GET disputes before the first reading: the provider’s fault, not an empty queue', async ({
  api,
  provider,
  sql,
}) => {
  await provider.fault({ kind: 'status', status: 403, errorCode: 'PZA203', path: LIST, untilCleared: true });
  await sql('delete from dispute_indexes');
  await sql('delete from disputes');
  await problemOf(await (await api('viewer')).get(DISPUTES), 502, 'provider_credential');
});

test.describe('GET disputes', () => {
  test('answers the queue over all pages, by deadline', async ({ api, provider, dispute }) => {
    const request = await api('viewer');
    await vi.waitFor(async () => expect((await request.post(`${DISPUTES}/refresh`)).status()).toBe(200), {
      timeout: 45_000,
    });
    const { id } = await dispute({ hours: 2 });
    const { id: sooner } = await dispute({ hours: 1 });
    await request.post(`${DISPUTES}/refresh`);
    const list = await bodyOf(DisputeList, await request.get(`${DISPUTES}?limit=50`));
    // The world's own may end sooner still.
    const ours = list.items.map((item) => item.id).filter((one) => [sooner, id].includes(one));
    expect(ours).toEqual([sooner, id]);
    const { pagination } = await provider.read(`${LIST}?limit=1`);
    expect(list.total).toBe((pagination as { totalItems: number }).totalItems);
    expect(list.total).toBeGreaterThan(100);
    expect(list.completeAt).not.toBeNull();
    expect(list.sums.open.count).toBeGreaterThanOrEqual(2);
    expect(list.limits).toEqual({ characters: 1_000, files: 5, bytes: 10_485_760, windowHours: 48 });
  });

  test('goes on by its cursor, each row once', async ({ api }) => {
    const request = await api('viewer');
    const seen: string[] = [];
    let cursor: string | null = null;
    let total: number | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await bodyOf(DisputeList, await request.get(`${DISPUTES}?limit=100${query}`));
      seen.push(...page.items.map(({ id }) => id));
      total ??= page.total;
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(total ?? 0);
  });

  test('narrows by state, type and who is in charge', async ({ api }) => {
    const request = await api('viewer');
    const of = async (query: string) => bodyOf(DisputeList, await request.get(`${DISPUTES}?${query}`));
    const open = await of('state=open,answered&limit=200');
    expect(new Set(open.items.map(({ state }) => state))).not.toContain('closed');
    const fraud = await of('type=FRAUD');
    expect(new Set(fraud.items.map(({ type }) => type))).toEqual(new Set(['FRAUD']));
    expect((await of('assignee=nobody-of-this-id')).total).toBe(0);
  });

  test('400 for what it does not know', async ({ api }) => {
    const request = await api('viewer');
    const { nextCursor } = await bodyOf(DisputeList, await request.get(`${DISPUTES}?limit=1`));
    for (const [query, field] of [
      ['state=opened', 'state'],
      ['state=', 'state'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['sort=status', 'sort'],
      ['cursor=abc', 'cursor'],
      [`state=closed&cursor=${encodeURIComponent(nextCursor ?? '')}`, 'cursor'],
    ] as const) {
      const { fields } = await problemOf(await request.get(`${DISPUTES}?${query}`), 400, 'invalid_request');
      expect(fields?.[0], query).toMatchObject({ field });
    }
  });

  test('while the provider fails: the queue as it was last read', async ({ api, provider }) => {
    const request = await api('viewer');
    await provider.fault({
      kind: 'status',
      status: 403,
      errorCode: 'PZA203',
      path: LIST,
      untilCleared: true,
    });
    await problemOf(await request.post(`${DISPUTES}/refresh`), 502, 'provider_credential');
    const list = await bodyOf(DisputeList, await request.get(DISPUTES));
    expect(list.items.length).toBeGreaterThan(10);
  });
});

test.describe('GET dispute', () => {
  test('answers it with its payment, and 404 for none', async ({ api, dispute }) => {
    const { id, transactionId } = await dispute({ hours: 5 });
    const request = await api('analyst');
    const detail = await bodyOf(DisputeDetail, await request.get(`${DISPUTES}/${id}`));
    expect(detail.dispute).toMatchObject({ id, transactionId, state: 'open', deadlineEstimated: false });
    expect(detail.queue.place).toBeGreaterThanOrEqual(1);
    expect(detail.people.map((person) => person.id)).toEqual(
      expect.arrayContaining([operatorIdOf('analyst'), operatorIdOf('admin')]),
    );
    expect(detail.people.map((person) => person.id)).not.toContain(operatorIdOf('viewer'));
    await problemOf(await request.get(`${DISPUTES}/no-such-id`), 404, 'not_found');
    await problemOf(await request.get(`${DISPUTES}/${id}?open=1`), 400, 'invalid_request');
  });

  test('in clear only with reveal, and then it is in the audit', async ({ api, dispute, sql }) => {
    const { id } = await dispute();
    await problemOf(await (await api('viewer')).get(`${DISPUTES}/${id}?reveal=1`), 403, 'forbidden');
    const request = await api('analyst');
    const masked = await bodyOf(DisputeDetail, await request.get(`${DISPUTES}/${id}`));
    const clear = await bodyOf(DisputeDetail, await request.get(`${DISPUTES}/${id}?reveal=1`));
    expect(masked.infraction.payer.document ?? '').not.toBe(clear.infraction.payer.document ?? 'x');
    const rows = await sql(
      `select operator_id, result from audit_log where action = 'dispute.reveal' and target = $1 order by seq`,
      [id],
    );
    // The audit also names the operator who was refused.
    expect(rows).toEqual([
      { operator_id: operatorIdOf('viewer'), result: 'refused' },
      { operator_id: operatorIdOf('analyst'), result: 'ok' },
    ]);
  });

  test('while the provider fails: as last seen; of an unknown one the fault', async ({
    api,
    dispute,
    provider,
  }) => {
    const { id } = await dispute();
    const request = await api('viewer');
    const seen = await bodyOf(DisputeDetail, await request.get(`${DISPUTES}/${id}`));
    await provider.fault({
      kind: 'status',
      status: 403,
      errorCode: 'PZA203',
      method: 'GET',
      untilCleared: true,
    });
    const kept = await bodyOf(DisputeDetail, await request.get(`${DISPUTES}/${id}`));
    expect(kept.dispute).toMatchObject({ id, state: 'open' });
    expect(Date.parse(kept.asOf)).toBeLessThanOrEqual(Date.parse(seen.asOf) + 5_000);
    await problemOf(await request.get(`${DISPUTES}/never-seen`), 502, 'provider_credential');
  });
});

test.describe('GET payer and defenses', () => {
  test('the payer’s other payments, without a document in the answer', async ({ api, provider, dispute }) => {
    const { id } = await dispute();
    const request = await api('viewer');
    const answer = await request.get(`${DISPUTES}/${id}/payer`);
    expect(answer.status(), await answer.text()).toBe(200);
    const [asked] = await provider.received('/user/transactions');
    expect(asked?.document).toMatch(/^[\dA-Z]{11,14}$/);
    expect(await answer.text()).not.toContain(asked?.document ?? 'x');
    await problemOf(await request.get(`${DISPUTES}/no-such-id/payer`), 404, 'not_found');
    await provider.fault({ kind: 'status', status: 403, errorCode: 'PZA203', path: '/user/transactions' });
    await problemOf(await request.get(`${DISPUTES}/${id}/payer`), 502, 'provider_credential');
  });

  test('defenses, also where the account may not read them', async ({ api, provider, dispute }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const none = await (await request.get(`${DISPUTES}/${id}/defenses`)).json();
    expect(none).toEqual({ items: [], available: true });
    expect((await defend(request, id)).status()).toBe(201);
    const sent = await (await request.get(`${DISPUTES}/${id}/defenses`)).json();
    expect(sent).toMatchObject({ available: true, items: [{ sentBy: { id: operatorIdOf('analyst') } }] });
    await provider.fault({ kind: 'status', status: 403, errorCode: 'PZA200', path: DEFENSES });
    const closed = await (await request.get(`${DISPUTES}/${id}/defenses`)).json();
    expect(closed).toMatchObject({ available: false, items: [{ sentBy: { id: operatorIdOf('analyst') } }] });
    await problemOf(await request.get(`${DISPUTES}/no-such-id/defenses`), 404, 'not_found');
  });
});

test.describe('draft', () => {
  const put = { situation: null, sections: {}, checked: [] };

  test('GET and PUT by version; 409 shows the other one', async ({ api, dispute }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const first = await (await request.get(`${DISPUTES}/${id}/draft`)).json();
    expect(first).toMatchObject({ disputeId: id, version: 0, attachments: [] });
    const saved = await saveDraft(request, id, 0, 'Um.');
    expect(saved).toMatchObject({ version: 1, updatedBy: { id: operatorIdOf('analyst') } });
    const other = await api('admin');
    await saveDraft(other, id, 1, 'Dois.');
    const late = await request.put(`${DISPUTES}/${id}/draft`, { data: { ...put, version: 1 } });
    const { existing } = await problemOf(late, 409, 'conflict');
    expect(existing).toMatchObject({ version: 2, sections: { sale: 'Dois.' } });
  });

  test('400, 403 and 404', async ({ api, dispute }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    for (const data of [
      { ...put },
      { ...put, version: -1 },
      { ...put, version: 0, sections: { sale: 'x'.repeat(20_001) } },
      { ...put, version: 0, sections: { other: 'x' } },
      { ...put, version: 0, more: 1 },
    ])
      await problemOf(await request.put(`${DISPUTES}/${id}/draft`, { data }), 400, 'invalid_request');
    const data = { ...put, version: 0 };
    await problemOf(await request.put(`${DISPUTES}/no-such-id/draft`, { data }), 404, 'not_found');
    await problemOf(await request.get(`${DISPUTES}/no-such-id/draft`), 404, 'not_found');
    const viewer = await api('viewer');
    await problemOf(await viewer.put(`${DISPUTES}/${id}/draft`, { data }), 403, 'forbidden');
    await problemOf(await viewer.get(`${DISPUTES}/${id}/draft/preview`), 403, 'forbidden');
  });

  test('preview is exactly what would be sent', async ({ api, dispute, infraction }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    await saveDraft(request, id, 0, 'Pix {{e2e}}, {{amount_time}}.');
    await upload(request, id);
    const preview = await (await request.get(`${DISPUTES}/${id}/draft/preview`)).json();
    expect(preview).toMatchObject({ version: 2, limit: 1_000, obstacles: [] });
    expect(preview.text).toMatch(/^Pix E\w{31}, R\$ \d+,00, pago em .*\.$/);
    const answer = await defend(request, id, { version: 2, digest: preview.digest });
    expect(answer.status(), await answer.text()).toBe(201);
    expect((await infraction(id)).defenseHistory).toMatchObject([
      { defense: preview.text, files: [{ name: 'nota.pdf', mimeType: 'application/pdf', size: PDF.length }] },
    ]);
    await problemOf(await request.get(`${DISPUTES}/no-such-id/draft/preview`), 404, 'not_found');
  });
});

test.describe('attachments', () => {
  const file = (name: string, text: string | Buffer, mimeType = 'application/octet-stream') => ({
    name,
    mimeType,
    buffer: Buffer.from(text),
  });

  test('A15: 201, download under a policy of its own, removal', async ({ api, dispute }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const added = await upload(request, id, file('Nota nº 1.pdf', PDF, 'application/pdf'));
    expect(added.status(), await added.text()).toBe(201);
    const { version, attachments } = await added.json();
    expect({ version, attachments }).toMatchObject({ version: 1, attachments: [{ name: 'Nota nº 1.pdf' }] });
    const address = `${DISPUTES}/${id}/draft/attachments/${attachments[0].id}`;
    const got = await request.get(address);
    expect(await got.text()).toBe(PDF);
    expect(got.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename*=UTF-8''Nota%20n%C2%BA%201.pdf`,
    });
    expect(await (await request.delete(address)).json()).toMatchObject({ version: 2, attachments: [] });
    await problemOf(await request.get(address), 404, 'not_found');
    await problemOf(await request.delete(address), 404, 'not_found');
  });

  test('400, 413 and 415 name the file’s fault', async ({ api, dispute }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const least = 10_485_760 - aPdf(10_000_000).length;
    const largest = aPdf(10_000_000 + least);
    expect(largest).toHaveLength(10_485_760);
    const whole = await upload(request, id, file('max.pdf', largest));
    expect(whole.status(), 'nothing on the way cuts it short').toBe(201);
    const { attachments } = await whole.json();
    await request.delete(`${DISPUTES}/${id}/draft/attachments/${attachments[0].id}`);
    const large = aPdf(10_485_760);
    for (const [given, status, code, message] of [
      [file('nota.pdf', '%PDF-1.4 cut'), 400, 'invalid_request', 'damaged'],
      [file('nota.pdf', large), 413, 'payload_too_large', 'too_large'],
      [file('nota.pdf', 'text'), 415, 'unsupported_media_type', 'not_pdf'],
      [file('nota.pdf', 'MZ'), 415, 'unsupported_media_type', 'executable'],
      [file('nota.exe', PDF), 415, 'unsupported_media_type', 'executable'],
      [file('nota.png', PDF), 415, 'unsupported_media_type', 'mismatch'],
      [file('nota.html', '<p>'), 415, 'unsupported_media_type', 'type'],
    ] as const) {
      const { fields } = await problemOf(await upload(request, id, given), status, code);
      expect(fields, given.name).toEqual([{ field: 'file', message }]);
    }
    const json = await request.post(`${DISPUTES}/${id}/draft/attachments`, { data: { file: 1 } });
    await problemOf(json, 415, 'unsupported_media_type');
    // The client cannot send a file of no bytes by itself.
    const empty = await request.post(`${DISPUTES}/${id}/draft/attachments`, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      data: Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="nota.pdf"\r\n\r\n\r\n--x--\r\n',
      ),
    });
    expect((await problemOf(empty, 400, 'invalid_request')).fields).toEqual([
      { field: 'file', message: 'empty' },
    ]);
    const named = await request.post(`${DISPUTES}/${id}/draft/attachments`, { multipart: { name: 'x' } });
    await problemOf(named, 400, 'invalid_request');
    for (let count = 0; count < 5; count += 1) expect((await upload(request, id)).status()).toBe(201);
    const { fields } = await problemOf(await upload(request, id), 400, 'invalid_request');
    expect(fields).toEqual([{ field: 'file', message: 'too_many' }]);
  });

  test('403 from elsewhere and without the permission, 404 of no dispute', async ({ api, dispute }) => {
    const { id } = await dispute();
    const address = `${DISPUTES}/${id}/draft/attachments`;
    const multipart = { file: file('nota.pdf', PDF, 'application/pdf') };
    const request = await api('analyst');
    const headers = { origin: 'https://elsewhere.example' };
    await problemOf(await request.post(address, { multipart, headers }), 403, 'forbidden');
    await problemOf(await upload(await api('viewer'), id), 403, 'forbidden');
    await problemOf(await upload(request, 'no-such-id'), 404, 'not_found');
  });
});

test.describe('assignment and notes', () => {
  test('PUT assignee: 200, 400, 404', async ({ api, dispute, sql }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const put = (operatorId: unknown, of = id) =>
      request.put(`${DISPUTES}/${of}/assignee`, { data: { operatorId } });
    const mine = operatorIdOf('analyst');
    expect(await (await put(mine)).json()).toMatchObject({ assignee: { id: mine } });
    expect(await (await put(null)).json()).toEqual({ assignee: null });
    for (const wrong of [operatorIdOf('viewer'), 'nobody', 5, ''])
      await problemOf(await put(wrong), 400, 'invalid_request');
    await problemOf(await put(mine, 'no-such-id'), 404, 'not_found');
    const rows = await sql(
      `select after from audit_log where action = 'dispute.assign' and target = $1 order by seq`,
      [id],
    );
    expect(rows).toEqual([{ after: { assignee: mine } }, { after: { assignee: null } }]);
  });

  test('POST notes: 201, 400, 404; nothing of it in the audit', async ({ api, dispute, sql }) => {
    const { id } = await dispute();
    const request = await api('analyst');
    const post = (text: unknown, of = id) => request.post(`${DISPUTES}/${of}/notes`, { data: { text } });
    const added = await post(' Ligou a compradora. ');
    expect(added.status()).toBe(201);
    expect(await added.json()).toMatchObject({
      text: 'Ligou a compradora.',
      by: { id: operatorIdOf('analyst') },
    });
    const detail = await bodyOf(DisputeDetail, await request.get(`${DISPUTES}/${id}`));
    expect(detail.notes.map(({ text }) => text)).toEqual(['Ligou a compradora.']);
    for (const wrong of ['', '   ', 'x'.repeat(4_001), 5])
      await problemOf(await post(wrong), 400, 'invalid_request');
    await problemOf(await post('x', 'no-such-id'), 404, 'not_found');
    const rows = await sql(
      `select after::text as after from audit_log where action = 'dispute.note' and target = $1`,
      [id],
    );
    expect(JSON.stringify(rows)).not.toContain('compradora');
  });
});
