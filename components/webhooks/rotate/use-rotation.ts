'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useChange } from '#components/shell/use-change.ts';
import { useProofForm } from '#components/shell/use-proof-form.ts';
import { CallError, call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { type SecretFact, webhookKeys } from '#lib/webhooks/queries.ts';
import { hand } from '../secret/handed.ts';
import { isUnkept } from '../secret/unkept.ts';

/** What is rotated: one endpoint's secret, or the account's (created where there is none). */
export type Target = { id: string } | { account: 'create' | 'rotate' };
type Answer = {
  operation: { id: string; state: string };
  result?: { secretId?: unknown; secret?: unknown } | undefined;
};
type Issued = { id: string; issuedAt: string };

type Options = {
  target: Target;
  /** What the list says now; it renews itself. */
  secret: SecretFact | null;
  open: { operationId: string; state: string } | null;
};

/**
 * A rotation from the password to the new secret. An answer that was lost leaves the secret with nobody: while this is
 * on screen it is asked for again once, by itself; after that the operator decides.
 */
export function useRotation({ target, secret, open }: Options) {
  const slug = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const [issued, setIssued] = useState<Issued | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [again, setAgain] = useState<'none' | 'running' | 'done' | 'lost'>('none');
  const mayAskAgain = useRef(true);
  const take = ({ operation, result }: Answer) => {
    if (operation.state !== 'confirmed') return setLost(operation.id);
    setLost(null);
    if (typeof result?.secretId !== 'string') return;
    if (typeof result.secret === 'string') hand(result.secretId, result.secret);
    setIssued({ id: result.secretId, issuedAt: new Date().toISOString() });
  };
  const readAgain = () => void client.invalidateQueries({ queryKey: webhookKeys.all(slug) });
  const repeat = async (id: string) => {
    const key = intent.keyFor(`repeat ${id}`);
    const answer = await call('POST /operations/{id}/repeat', {
      account: slug,
      params: { id },
      idempotencyKey: key,
    });
    intent.end();
    return answer;
  };
  const form = useProofForm(async () => {
    try {
      const answer: Answer = await send(slug, target, intent.keyFor(target));
      intent.end();
      take(answer);
      if (answer.operation.state !== 'unknown' || !mayAskAgain.current) return;
      mayAskAgain.current = false;
      setAgain('running');
      const second = await repeat(answer.operation.id).catch(() => null);
      setAgain(second?.operation.state === 'confirmed' ? 'done' : 'lost');
      if (second) take(second);
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      readAgain();
    }
  });
  const byHand = useChange<string, Answer>({
    send: (_, id) => repeat(id),
    onDone: (answer) => {
      setAgain(answer.operation.state === 'confirmed' ? 'done' : 'lost');
      take(answer);
      readAgain();
    },
  });
  const kept = isUnkept(secret) ? { id: secret.id, issuedAt: secret.issuedAt } : null;
  const unclear = issued === null && kept === null ? (lost ?? open?.operationId ?? null) : null;
  return { form, issued: issued ?? kept, unclear, again, byHand, refused: isRefused(form.error) };
}
export type Rotation = ReturnType<typeof useRotation>;

/** The provider said no: the old secret still holds. */
const isRefused = (error: unknown) => error instanceof CallError && error.problem.operationId !== undefined;

function send(account: string, target: Target, idempotencyKey: string): Promise<Answer> {
  if ('id' in target)
    return call('POST /webhooks/{id}/rotate-secret', { account, params: { id: target.id }, idempotencyKey });
  return target.account === 'create'
    ? call('POST /callback-secret', { account, idempotencyKey })
    : call('POST /callback-secret/rotate', { account, idempotencyKey });
}
