import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { presentedRefusal, respond, respondProblem } from '#lib/api/steps/respond.ts';
import { GuicheError, PROBLEM_STATUS, type ProblemCode } from '#lib/core/errors.ts';
import { pii } from '#lib/core/masking/pii.ts';

const logged = vi.hoisted(() => vi.fn());
vi.mock('#lib/core/log.ts', () => ({ log: () => ({ error: logged }) }));

const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

describe('an answer', () => {
  it('holds what its contract names and nothing else', async () => {
    const Schema = z.object({ id: z.string(), owner: z.object({ name: z.string() }) });
    const answer = respond(null, { permission: null, response: Schema }, 201, {
      id: 'a',
      secret: 'x',
      owner: { name: 'b', token: 'y' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await bodyOf(answer)).toEqual({ id: 'a', owner: { name: 'b' } });
  });

  it('hides what its contract calls personal from who may not see it, whoever forgot to', async () => {
    const endpoint = { permission: 'read', response: z.object({ name: pii.name(z.string()) }) } as const;
    const answered = async (ctx: OperatorCtx | null, over: Partial<Endpoint> = {}) =>
      (await bodyOf(respond(ctx, { ...endpoint, ...over }, 200, { name: 'Ana Maria Souza' }))).name;
    const viewer = { permissions: new Set(['read']) } as OperatorCtx;
    const analyst = { permissions: new Set(['read', 'reveal']) } as OperatorCtx;
    expect([await answered(null), await answered(viewer)]).toEqual(['Ana S.', 'Ana S.']);
    expect(await answered(analyst)).toBe('Ana Maria Souza');
    expect(await answered(viewer, { idempotency: true })).toBe('Ana Maria Souza');
  });

  it('that was presented before leaves as it was presented', async () => {
    const response = z.object({ document: pii.document(z.string()) });
    const viewer = { permissions: new Set(['read', 'reveal']) } as OperatorCtx;
    const clear = serializeFor(viewer, response, { document: '52998224725' }, { inClear: true });
    const answer = respond(viewer, { permission: 'read', response }, 200, clear);
    expect(await bodyOf(answer)).toEqual({ document: '52998224725' });
    expect(await bodyOf(respond(viewer, { permission: 'read', response }, 200, { ...clear }))).toEqual({
      document: '***.982.247-**',
    });
  });

  it('that breaks its contract does not leave', () => {
    expect(() =>
      respond(null, { permission: null, response: z.object({ id: z.string() }) }, 200, { id: 7 }),
    ).toThrow();
  });

  it('without a schema has no body', async () => {
    const answer = respond(null, { permission: null }, 200, { secret: 'x' });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });
});

describe('a problem', () => {
  it('has the status of its code, words in the caller’s language, and is kept by no cache', async () => {
    for (const code of Object.keys(PROBLEM_STATUS) as ProblemCode[]) {
      const answer = respondProblem(new GuicheError(code, 'inner words'), 'pt-BR', 'r');
      expect(answer.status, code).toBe(PROBLEM_STATUS[code]);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      const problem = await bodyOf(answer);
      expect(problem).toMatchObject({
        code,
        status: PROBLEM_STATUS[code],
        type: `/problems/${code.replaceAll('_', '-')}`,
      });
      const english = await bodyOf(respondProblem(new GuicheError(code, ''), 'en', 'r'));
      expect(english.title, code).not.toBe(problem.title);
      expect(JSON.stringify(problem), code).not.toContain('inner words');
    }
  });

  it('keeps what the provider said, and the wait, in the header too', async () => {
    const provider = { code: 'PZG429', message: 'Espere', requestId: 'req_1', status: 429 };
    const answer = respondProblem(
      new GuicheError('rate_limited', '', { provider, retryAfterSeconds: 30 }),
      'en',
      'r',
    );
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await bodyOf(answer)).toMatchObject({ provider, retryAfterSeconds: 30 });
  });

  it('masks personal data in the provider’s words, and leaves the address to register', async () => {
    const message = 'IP 203.0.113.27 não permitido para 529.982.247-25 (ana.souza@example.com)';
    const provider = { code: 'PZA203', message, requestId: 'req_1', status: 403 };
    const body = JSON.stringify(
      await bodyOf(respondProblem(new GuicheError('provider_credential', '', { provider }), 'en', 'r')),
    );
    expect(body).toContain('203.0.113.27');
    expect(body).not.toMatch(/529\.982\.247-25|ana\.souza/);
  });

  it('never tells of its cause', async () => {
    const cause = new Error('postgres://user:password@host');
    const answer = respondProblem(new GuicheError('provider_unavailable', '', { cause }), 'en', 'r');
    expect(await answer.text()).not.toMatch(/password|cause|stack/);
  });

  it('that is no GuicheError is a defect: logged with the request’s id, told without a word of it', async () => {
    logged.mockClear();
    const thrown = new TypeError('secret-value is not a function');
    const answer = respondProblem(thrown, 'pt-BR', 'request-7');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toMatch(/secret-value|TypeError/);
    expect(logged).toHaveBeenCalledWith({ requestId: 'request-7', err: thrown }, 'defect');
  });

  it('of the database says when to ask again, however deep it lies', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    for (const thrown of [
      refused,
      new Error('Failed query', { cause: refused }),
      Object.assign(new Error('x'), { code: '57P01' }),
      Object.assign(new Error('x'), { code: 'ENOSPC' }),
      new Error('timeout exceeded when trying to connect'),
      // The connection broke between two statements of a transaction.
      new Error('Client has encountered a connection error and is not queryable'),
    ]) {
      const answer = respondProblem(thrown, 'en', 'r');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(respondProblem(Object.assign(new Error('x'), { code: '23505' }), 'en', 'r').status).toBe(500);
  });
});

describe('what stands there already', () => {
  const existing = {
    owner: { name: 'Ana Maria Souza', document: '52998224725' },
    note: 'CPF 529.982.247-25',
  };
  const refusal = new GuicheError('conflict', 'Changed meanwhile.', { existing, operationId: 'op_1' });
  const viewer = { permissions: new Set(['read']) } as OperatorCtx;
  const shownBy = (endpoint: Partial<Endpoint>, ctx: OperatorCtx | null = viewer) =>
    presentedRefusal(ctx, { permission: 'read', ...endpoint }, refusal) as GuicheError;

  it('is masked as its endpoint says, and what that does not name stays here', () => {
    const schema = z.object({ owner: z.object({ name: z.string() }), note: pii.text(z.string()) });
    expect(shownBy({ existing: schema }).details).toMatchObject({
      existing: { owner: { name: 'Ana Maria Souza' }, note: 'CPF ***.982.247-**' },
      operationId: 'op_1',
    });
    expect(JSON.stringify(shownBy({ existing: schema }).details)).not.toContain('52998224725');
  });

  it('is masked by its field names where nobody says what it is, or it is something else', () => {
    for (const endpoint of [{}, { existing: z.object({ version: z.int() }) }])
      expect(shownBy(endpoint).details.existing).toEqual({
        owner: { name: 'Ana S.', document: '***.982.247-**' },
        note: 'CPF ***.982.247-**',
      });
  });

  it('leaves other refusals and defects as they are', () => {
    const plain = new GuicheError('not_found', 'No such thing.');
    const defect = new Error('x');
    for (const thrown of [plain, defect])
      expect(presentedRefusal(viewer, { permission: 'read' }, thrown)).toBe(thrown);
  });
});
