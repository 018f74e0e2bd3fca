import { describe, expect, it } from 'vitest';
import { respondProblem } from '#lib/api/steps/respond.ts';
import { GuicheError, PROBLEM_STATUS } from '#lib/core/errors.ts';
import { CARD_ERRORS } from '#lib/providers/card/client.ts';
import { toGuicheError } from '#lib/providers/client/errors.ts';
import { HUB_ERRORS } from '#lib/providers/hub/client.ts';
import { PIX_ERRORS } from '#lib/providers/pix/client.ts';

const LISTED = new Set([
  ...Object.values(PROBLEM_STATUS),
  ...[400, 402, 403, 404, 409, 410, 412, 413, 415, 422, 423, 428, 451],
]);
const ALL = Array.from({ length: 500 }, (_, at) => 100 + at);
const refused = (status: number, dialect: typeof PIX_ERRORS, text = '<html>') => {
  const answer = { kind: 'status', status, headers: {}, text } as const;
  const refusal = dialect.refusalOf(answer, 0);
  if (refusal === null) throw new Error('no refusal');
  return toGuicheError(refusal, { thing: true }, dialect);
};

describe.each(Object.entries({ pix: PIX_ERRORS, hub: HUB_ERRORS, card: CARD_ERRORS }))('%s', (_, dialect) => {
  it('passes on no status but those of a closed list', async () => {
    for (const status of ALL.filter((one) => one < 200 || one > 299)) {
      const { status: own } = respondProblem(refused(status, dialect), 'pt-BR', 'r');
      expect(LISTED.has(own), `${status} as ${own}`).toBe(true);
      expect([401, 407, 421, 505, 511], `${status} as ${own}`).not.toContain(own);
    }
  });

  it.each([100, 103, 301, 302, 304, 307, 399, 407, 421, 425, 426, 505, 511])(
    'says in words that %s came in place of an answer',
    async (status) => {
      const error = refused(status, dialect);
      expect(error.code).toBe('provider_unavailable');
      for (const [locale, text] of [
        ['pt-BR', 'O serviço não respondeu: veio HTTP'],
        ['en', 'The provider did not answer: HTTP'],
      ] as const) {
        const answer = respondProblem(error, locale, 'r');
        expect(answer.status).toBe(503);
        const problem = await answer.json();
        expect(problem.title).toContain(text);
        expect(problem.title).toContain(String(status));
        expect(problem).toMatchObject({ provider: { status }, help: { retry: 'ask' } });
      }
    },
  );

  it.each([408, 424])('does not take a %s for something in between', async (status) => {
    const { title } = await respondProblem(refused(status, dialect), 'en', 'r').json();
    expect(title).not.toContain(String(status));
  });

  it.each([406, 411, 414, 416, 417, 418, 431, 444, 460, 499])(
    'answers 502 for a %s, and names it',
    async (status) => {
      const answer = respondProblem(refused(status, dialect), 'en', 'r');
      expect(answer.status).toBe(502);
      expect(await answer.json()).toMatchObject({
        code: 'provider_rejected',
        title: expect.stringContaining(String(status)),
      });
    },
  );

  it.each([400, 402, 403, 409, 410, 422, 423])('passes on a %s', (status) =>
    expect(respondProblem(refused(status, dialect), 'en', 'r').status).toBe(status),
  );
});

it('an operation that kept such a status answers with ours', () => {
  const statusOf = (status: number) => new GuicheError('provider_rejected', '', { status }).status;
  expect([407, 421, 100, 302, 505, 511, 422, 404].map(statusOf)).toEqual([
    502, 502, 502, 502, 502, 502, 422, 404,
  ]);
});
