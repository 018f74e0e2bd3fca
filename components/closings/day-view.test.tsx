// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CAIO, closed, DAY, detail, explained, NOW } from './testing/closing-day.ts';
import { button, isOff, openDay, plain, region, setUpDay } from './testing/open-day.tsx';

const day = setUpDay();

test('the equation has each side by kind, and agrees with the balance of the provider', () => {
  openDay(detail());
  const text = plain(region('Equação do dia'));
  expect(text).toContain('Saldo inicialR$ 142.318,06igual ao final de qua 25 nov, fechado, versão 1');
  expect(text).toContain('Entrou1.584 lançamentos+R$ 258.547,27');
  expect(text).toContain('Pix recebido1.548+231.904,37');
  expect(text).toContain('Saque por Pix1.618−196.710,02');
  expect(text).toContain('Bloqueio por disputa7−2.394,00');
  expect(text).toContain(
    'Saldo finalR$ 201.761,31calculado de 3.209 lançamentos, sem lacuna no saldo corrido',
  );
  expect(text).toContain('Saldo no provedor às 23:59:59: R$ 201.761,31Diferença R$ 0,00');
  expect(screen.queryByText(/não fecha/)).toBeNull();
});

test('a balance that does not add up is the first thing on the page, with all decimals', () => {
  const { figures } = detail();
  if (figures === null) throw new Error('The fixture has figures.');
  const difference = { cents: 0, exact: '0.0035' };
  openDay(detail({ figures: { ...figures, difference, unjudged: 2, gaps: 1 } }));
  const page = plain(screen.getByRole('main'));
  expect(page).toContain('O saldo do dia não fecha: diferença de R$ 0,0035');
  expect(page.indexOf('não fecha')).toBeLessThan(page.indexOf('Saldo inicial'));
  expect(page).toContain('com 1 lacuna no saldo corrido');
  expect(page).toContain('2 lançamentos sem sentido conhecido, fora das somas');
});

test('a part opens the lines behind it, and leads to the same days and kind of the statement', async () => {
  const user = openDay(detail());
  await user.click(button('Pix recebido'));
  const drawer = await screen.findByRole('complementary', { name: 'Lançamentos: Pix recebido' });
  expect(plain(drawer)).toContain('+R$ 231.904,371.548 lançamentos');
  expect(day.sent('GET').map(({ query }) => query.get('part'))).toContain('in:PIX_DEPOSIT');
  const link = within(drawer).getByRole('link', { name: 'Ver no extrato' });
  expect(link.getAttribute('href')).toBe('/pix/statement?from=2026-11-26&to=2026-11-26&type=PIX_DEPOSIT');
});

test('open differences keep the day from being closed, and the button says so', () => {
  openDay(detail());
  const sign = button('Assinar fechamento');
  expect(isOff(sign)).toBe(true);
  expect(plain(document.getElementById(sign.getAttribute('aria-describedby') ?? ''))).toBe(
    'Faltam 2 diferenças',
  );
  const steps = within(screen.getByRole('list', { name: 'Passos do fechamento' }));
  expect(steps.getAllByRole('listitem').map(plain)).toEqual([
    '1Explicar as 2 abertas ',
    '2Você assina ',
    '3Segunda pessoa confirma Caio Fontes',
    '4Dia selado com hash na auditoria',
  ]);
  expect(steps.getAllByRole('listitem').map((step) => step.getAttribute('aria-current'))[0]).toBe('step');
});

test('the closer sees what they sign, with the notes, and signs that reading', async () => {
  day.answer('POST', { state: 'waiting', version: 1 });
  const toast = vi.fn();
  const user = openDay(explained(), { toast });
  await user.click(button('Assinar fechamento'));
  const dialog = await screen.findByRole('dialog', { name: 'Fechar qui 26 nov, versão 1' });
  await within(dialog).findByText(/Cupom lançado depois no ERP/);
  const text = plain(dialog);
  expect(text).toContain('Saldo finalR$ 201.761,31');
  expect(text).toContain('Explicadas, com nota3');
  expect(text).toContain('Depois, uma segunda pessoa confirma.');
  await user.click(within(dialog).getByRole('button', { name: 'Assinar fechamento' }));
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith('qui 26 nov assinado, versão 1: falta a segunda pessoa'),
  );
  const [request] = day.sent('POST');
  expect(request).toMatchObject({
    path: '/api/accounts/pix/closings/2026-11-26/close',
    body: { readingId: 'reading-1' },
  });
  expect(request?.key).toBeTruthy();
});

test('a second person confirms; who signed cannot', async () => {
  const signed = { by: CAIO, at: '2026-11-27T12:41:20.000Z' };
  day.answer('POST', { state: 'closed', version: 1 });
  const toast = vi.fn();
  const user = openDay({ ...explained({ signed, confirmers: [] }), state: 'waiting' }, { toast });
  expect(plain(screen.getByRole('heading', { level: 1 }).parentElement)).toContain(
    'Aguarda a segunda pessoa',
  );
  expect(plain(region(/^Fechar/))).toContain('Caio Fontes assinou');
  await user.click(button('Confirmar fechamento'));
  const dialog = await screen.findByRole('dialog');
  expect(plain(dialog)).toContain('Caio Fontes assinou este fechamento.');
  await user.click(within(dialog).getByRole('button', { name: 'Confirmar fechamento' }));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('qui 26 nov fechado, versão 1'));
  cleanup();
  openDay({ ...explained({ signed, obstacle: 'same_person' }), state: 'waiting' });
  expect(isOff(button('Confirmar fechamento'))).toBe(true);
  expect(plain(region(/^Fechar/))).toContain('Você já assinou; outra pessoa confirma');
});

test('a closed day shows who, when, its hash and its files, and is verified on request', async () => {
  const user = openDay(closed());
  const panel = region('Versão 1, selada');
  expect(screen.queryByRole('region', { name: /^Fechar/ })).toBeNull();
  expect(plain(panel)).toContain('Ana assinou sex 27 nov, 09:41:20');
  expect(plain(panel)).toContain('Caio Fontes confirmou sex 27 nov, 09:52:07');
  expect(plain(panel)).toContain('Dia selado entrada 48.912 da auditoria');
  expect(within(panel).getByTitle(/^7c1e90ab52f3/)).toBeTruthy();
  const files = within(panel)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(files).toEqual(
    ['pdf', 'xlsx', 'json'].map((kind) => `/api/accounts/pix/closings/2026-11-26/versions/1/closing.${kind}`),
  );
  await user.click(within(panel).getByRole('button', { name: 'Conferir' }));
  expect(day.sent('GET').map(({ path }) => path)).toContain(
    '/api/accounts/pix/closings/2026-11-26/versions/1/verification',
  );
});

test('a day that changed since shows before and now, and is closed again as version 2', () => {
  const changes = {
    at: '2026-11-27T13:14:00.000Z',
    linesAdded: 1,
    linesRemoved: 0,
    rows: [
      {
        of: 'part' as const,
        part: { id: 'out:PIX_REFUND', side: 'out' as const, type: 'PIX_REFUND' },
        before: { count: 9, sum: { cents: -131_860 } },
        now: { count: 10, sum: { cents: -146_850 } },
      },
      {
        of: 'closing' as const,
        part: null,
        before: { count: null, sum: { cents: 20_176_131 } },
        now: { count: null, sum: { cents: 20_161_141 } },
      },
    ],
  };
  const { close } = closed();
  openDay(closed({ changedSince: true, changes, close: { ...close, obstacle: null } }));
  const panel = region('Mudou depois de fechado');
  const rows = within(panel).getAllByRole('row').map(plain);
  expect(rows).toEqual([
    'parteversão 1agora',
    'Devolução9 · −1.318,6010 · −1.468,50',
    'Saldo final201.761,31201.611,41',
  ]);
  expect(plain(panel)).toContain('1 lançamento chegou depois');
  expect(isOff(within(panel).getByRole('button', { name: 'Fechar como versão 2' }))).toBe(false);
  expect(region('Versão 1, selada')).toBeTruthy();
});

test('a day that was not read is read by its button; a failed reading shows nothing as whole', async () => {
  day.answer('POST', { day: DAY, reading: true }, 202);
  const nothing = { figures: null, differences: null, causes: [], previous: null, readAt: null };
  const user = openDay(detail({ ...nothing, state: 'unread' }));
  await user.click(button('Ler agora'));
  await waitFor(() => expect(day.sent('POST')[0]?.path).toBe('/api/accounts/pix/closings/2026-11-26/read'));
  cleanup();
  const problem = { code: 'unavailable', message: 'O serviço não respondeu.', at: NOW };
  openDay(detail({ ...nothing, state: 'unread', problem }));
  expect(plain(screen.getByRole('main'))).toContain('A última leitura deste dia falhou');
  expect(screen.queryByRole('region', { name: 'Equação do dia' })).toBeNull();
});

test('an address without a day, and one of a day to come, have no closing', () => {
  openDay(detail(), { day: 'ontem' });
  expect(plain(screen.getByRole('main'))).toContain('Este dia não tem fechamento');
  cleanup();
  openDay(detail(), { day: '2026-11-28' });
  expect(plain(screen.getByRole('main'))).toContain('Este dia não tem fechamento');
});
