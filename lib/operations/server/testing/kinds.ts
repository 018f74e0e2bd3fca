import type { Ctx } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { seal } from '#lib/auth/server/seal.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operators } from '#lib/data/schema/operators.ts';
import type { OperationKind } from '#lib/operations/server/kind.ts';
import type { Outcome } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';

export type Note = { text: string };

/** A provider that stores notes: `next` scripts what it does, `notes` has what it stored. */
export class FakeProvider {
  readonly notes: string[] = [];
  calls = 0;
  next: ('apply' | 'lose answer' | 'lose request' | 'refuse' | 'unreachable' | 'overloaded')[] = [];

  async put(text: string, sending: () => Promise<void>): Promise<Outcome<string>> {
    const step = this.next.shift() ?? 'apply';
    const gone = new GuicheError('provider_unavailable', 'gone');
    if (step === 'unreachable') return { kind: 'refused', sent: false, error: gone };
    await sending();
    this.calls += 1;
    if (step === 'refuse')
      return {
        kind: 'refused',
        sent: true,
        error: new GuicheError('provider_rejected', 'no', {
          status: 422,
          provider: { code: 'PZG422', message: 'no', requestId: 'req_1', status: 422 },
        }),
      };
    if (step === 'overloaded')
      return {
        kind: 'unknown',
        error: new GuicheError('provider_unavailable', 'later', {
          provider: { code: 'PZF503', message: null, requestId: 'req_2', status: 503 },
        }),
      };
    if (step !== 'lose request') this.notes.push(text);
    if (step !== 'apply') return { kind: 'unknown', error: gone };
    return { kind: 'done', value: text, requestId: 'req_3', date: null };
  }
}

export function noteKind(provider: FakeProvider, over: Partial<OperationKind<Note, string>> = {}) {
  const kind: OperationKind<Note, string> = {
    name: 'note',
    permission: 'dispute',
    stepUp: false,
    afterCrash: 'never_sent',
    repeatable: false,
    send: ({ request, change }) => provider.put(request.text, change.sending),
    lookUp: async ({ request }) =>
      provider.notes.includes(request.text)
        ? { found: 'there', value: request.text }
        : { found: 'absent', next: 'wait' },
    show: (value) => ({ text: value }),
    touches: ['notes'],
    ...over,
  };
  return kind;
}

/** An account, an operator and the context of a call by them. */
export async function operatorContext(permissions: Permission[] = ['read', 'dispute']): Promise<Ctx> {
  const account = {
    id: 'acc',
    slug: 'pix',
    kind: 'pix',
    name: 'Pix',
    environment: 'sandbox',
    simulator: false,
    origin: 'environment',
    baseUrl: 'http://127.0.0.1:1/v1',
    settings: {},
  } as const;
  const credentials = seal(JSON.stringify({ accessToken: 't' }), 'credentials:acc');
  await db()
    .insert(accounts)
    .values({ ...account, credentials })
    .onConflictDoNothing();
  await db().insert(operators).values({ id: 'op', email: 'a@b.example', name: 'Ana' }).onConflictDoNothing();
  const ana = { id: 'op', name: 'Ana', email: 'a@b.example' };
  return callContext({ ...account, sealedCredentials: credentials }, ana, permissions, {
    sessionId: await provenSession('op'),
    locale: 'en',
    ...reachFor({ kind: 'pix' }),
  });
}
