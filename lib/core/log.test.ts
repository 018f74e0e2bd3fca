import { describe, expect, it } from 'vitest';
import { makeLog } from '#lib/core/log.ts';
import { runInRequest } from '#lib/core/telemetry/request-context.ts';

function lines() {
  const written: string[] = [];
  const log = makeLog('debug', { write: (line) => void written.push(line) });
  return { log, last: () => JSON.parse(written.at(-1) ?? '{}') as Record<string, unknown>, written };
}

describe('a line', () => {
  it('names the request it was written for, however late', async () => {
    const { log, last } = lines();
    await runInRequest({ requestId: 'request-7' }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      log.warn({ part: 'jobs' }, 'not ready');
    });
    expect(last()).toMatchObject({ requestId: 'request-7', part: 'jobs', msg: 'not ready' });
    expect('traceId' in last()).toBe(false);
    runInRequest({ requestId: 'request-8', traceId: 'f'.repeat(32) }, () => log.warn('traced'));
    expect(last()).toMatchObject({ requestId: 'request-8', traceId: 'f'.repeat(32) });
    log.warn('of nobody');
    expect('requestId' in last()).toBe(false);
  });

  it('holds no secret and nobody’s datum, however deep it lies', () => {
    const { log, written } = lines();
    const secrets = {
      authorization: 'Bearer hush-1',
      'set-cookie': 'hush-2',
      password: 'hush-3',
      accessToken: 'hush-4',
      GUICHE_SECRET: 'hush-5',
      client: { credentials: { id: 'hush-6' }, keys: [{ apiKey: 'hush-7', idempotencyKey: 'hush-8' }] },
      headers: { host: 'hush-9' },
    };
    const people = {
      document: 'hush-10',
      payerName: 'hush-11',
      'e-mail': 'hush-12',
      list: [{ cpf: 'hush-13' }],
    };
    const deep = { a: { b: { c: { d: { e: { f: { g: { h: 'hush-14' } } } } } } } };
    log.error({ ...secrets, ...people, deep, request: { ...secrets, ...people } }, 'all of it');
    const failed = Object.assign(new Error('Failed query: select 1\nparams: hush-15'), { detail: 'hush-16' });
    log.error({ err: failed }, 'failed');
    expect(written.join('')).not.toContain('hush');
    expect(written.join('')).toContain('Failed query: select 1');
  });

  it('keeps what says what happened', () => {
    const { log, last } = lines();
    const fields = {
      ...{ account: 'pix', method: 'GET', url: 'https://provider.example/v1/pix/…', outcome: 200, ms: 12 },
      ...{ operation: 'opr_1', tick: 'look-ups', lane: 'pix', endpoint: 'POST /withdrawals', intact: false },
    };
    log.info(fields, 'told');
    expect(last()).toMatchObject(fields);
  });

  it('says what failed where the error is a copy of one, of no class', () => {
    const { log, last, written } = lines();
    const { message, stack } = new Error('the connection ended\nparams: hush');
    log.error({ err: { message, stack, code: '57P01', queue: 'resends' } }, 'the job queue failed');
    expect(last()).toMatchObject({ err: { message: 'the connection ended', code: '57P01' } });
    log.error({ err: { detail: 'hush' } }, 'thrown');
    expect(last()).toMatchObject({ err: { message: 'object' } });
    expect(written.join('')).not.toContain('hush');
  });

  it.each([
    () => new RegExp(['Ana-Maria', '('].join('')),
    () => JSON.parse('{"holder": Ana-Maria}'),
    () => new Headers({ authorization: 'Bearer Ana-Maria\n' }).get('x') ?? new Headers({ a: 'Ana-Maria\0' }),
    () => BigInt('Ana-Maria'),
    () => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'Ana-Maria' }),
  ])('repeats no text that an engine’s error quotes (%#)', (fails) => {
    const { log, last } = lines();
    try {
      fails();
      expect.unreachable();
    } catch (error) {
      log.error({ err: error }, 'defect');
    }
    expect(JSON.stringify(last())).not.toContain('Ana');
    expect(last()).toMatchObject({ err: { message: '[removed]', stack: expect.anything() } });
  });
});
