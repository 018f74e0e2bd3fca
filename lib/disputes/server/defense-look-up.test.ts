import { describe, expect, test } from 'vitest';
import type { DisputePort } from '#lib/disputes/server/disputes-of.ts';
import { DEFENSE } from '#lib/disputes/server/send-defense.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { readDefenses, readInfraction, toDefense, toInfractionDetail } from '#lib/providers/pix/disputes.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** A defense whose answer was lost is searched for in what its service now reports of the dispute. */

type Reported = { own: unknown[] | null; detail: object };

function portReporting({ own, detail }: Reported): ProviderPort {
  const json = { id: 'd1', createdAt: '2026-11-19T10:00:00.000Z', ...detail };
  const disputes: Pick<DisputePort, 'defenses' | 'get'> = {
    defenses: async () => (own === null ? null : readDefenses(own).map(toDefense)),
    get: async () => toInfractionDetail(readInfraction(json), json, '2026-11-19T12:00:00.000Z'),
  };
  return { disputes } as unknown as ProviderPort;
}

const row = { target: 'd1', attempts: 1, problem: null } as unknown as OperationRow;
const request = { text: 'T', files: [], letter: null, before: { status: 'OPEN', ids: [] } };
const lookUp = (reported: Reported, more: { before?: object; row?: object } = {}) =>
  DEFENSE.lookUp?.({
    ...{ row: { ...row, ...more.row }, port: portReporting(reported), call: {} },
    request: { ...request, before: { ...request.before, ...more.before } },
    ago: { firstMs: 3_600_000, lastMs: 3_600_000 },
  });
const AGAIN = { found: 'absent', next: 'send_again' };

test('a defense that took the place of an older one may be ours: none goes out again', async () => {
  const before = { status: 'OPEN', ids: ['f0'] };
  const lookUpAmong = (own: object[]) =>
    DEFENSE.lookUp?.({
      ...{ row, request: { ...request, before }, call: {} },
      ...{
        port: portReporting({ own, detail: { status: 'OPEN' } }),
        ago: { firstMs: 3_600_000, lastMs: 3_600_000 },
      },
    });
  const sent = { text: 'T', status: 'SENT' };
  expect(await lookUpAmong([{ id: 'f1', ...sent }])).toEqual({ found: 'unsure' });
  expect(await lookUpAmong([{ id: 'f0', ...sent }])).toEqual(AGAIN);
});

describe('M7: a defense goes out again only where the service reports that there is none', () => {
  test.each<[string, Reported, object]>([
    ['its own route names none', { own: [], detail: { status: 'OPEN' } }, AGAIN],
    ['the history is empty', { own: null, detail: { status: 'OPEN', defenseHistory: [] } }, AGAIN],
    ['neither is there', { own: null, detail: { status: 'OPEN' } }, { found: 'unsure' }],
    ['the history is null', { own: null, detail: { status: 'OPEN', defenses: null } }, { found: 'unsure' }],
    ['it went to the banks', { own: [], detail: { status: 'IN_ANALYSIS' } }, { found: 'unsure' }],
    [
      'it went to the banks, its history empty',
      { own: null, detail: { status: 'WAITING_PSP', defenseHistory: [] } },
      { found: 'unsure' },
    ],
    ['its word is a new one', { own: [], detail: { status: 'ESCALATED' } }, { found: 'unsure' }],
    ['it is closed', { own: [], detail: { status: 'CLOSED' } }, { found: 'absent', next: 'wait' }],
    ['it is closed and lists none', { own: null, detail: { status: 'CLOSED' } }, { found: 'unsure' }],
    ['it is answered', { own: null, detail: { status: 'ANSWERED' } }, { found: 'there' }],
    ['one is there', { own: [{ id: 'f1', text: 'T', status: 'SENT' }], detail: {} }, { found: 'there' }],
  ])('%s', async (_, reported, found) => {
    expect(await lookUp(reported)).toMatchObject(found);
  });
});

describe('a defense whose before could not be read: what stands there may be somebody else’s', () => {
  const mine = { id: 'f2', text: 'T', status: 'SENT' };
  const theirs = { id: 'f1', text: 'Outra.', status: 'SENT' };
  test.each<[string, Reported, object]>([
    ['another’s is there', { own: [theirs], detail: { status: 'OPEN' } }, { found: 'unsure' }],
    ['one without its text is there', { own: [{ id: 'f1' }], detail: {} }, { found: 'unsure' }],
    ['the dispute is answered', { own: null, detail: { status: 'ANSWERED' } }, { found: 'unsure' }],
    [
      'ours is there too',
      { own: [theirs, mine], detail: {} },
      { found: 'there', value: { defense: { id: 'f2' } } },
    ],
    [
      'ours, its line ends written anew',
      { own: [{ ...mine, text: ' T\r\n' }], detail: {} },
      { found: 'there' },
    ],
    ['none is there', { own: [], detail: { status: 'OPEN' } }, AGAIN],
  ])('%s', async (_, reported, found) => {
    expect(await lookUp(reported, { before: { untold: true } })).toMatchObject(found);
  });

  test('before its first send all that stands there is somebody else’s', async () => {
    const reported = { own: [theirs], detail: { status: 'OPEN' } };
    const seen = await lookUp(reported, { before: { untold: true }, row: { attempts: 0 } });
    expect(seen).toMatchObject({ found: 'there', value: { defense: { id: 'f1' } } });
  });
});
