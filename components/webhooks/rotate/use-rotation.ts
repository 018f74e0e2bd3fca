'use client';

import { useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { serverNow } from '#lib/core/clock.ts';
import { type SecretFact, webhookKeys } from '#lib/webhooks/queries.ts';
import { isUnacknowledged, storeRevealed } from '../secret/save-secret.tsx';

/** Secret to rotate: an endpoint's, or the account's (created when there is none). */
export type Target = { id: string } | { account: 'create' | 'rotate' };
type Answer = {
  operation: { id: string; state: string };
  result?: { secretId?: unknown; secret?: unknown } | undefined;
};
type Issued = { id: string; issuedAt: string };

type Options = {
  target: Target;
  /** The secret in the current list, which refreshes itself. */
  secret: SecretFact | null;
  open: { operationId: string; state: string } | null;
};

/**
 * Runs a rotation. If the answer is lost, nobody has the new secret: the rotation is repeated once
 * automatically, after that the operator decides.
 */
export function useRotation({ target, secret, open }: Options) {
  const slug = useSession().account.slug;
  const [issued, setIssued] = useState<Issued | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [again, setAgain] = useState<'none' | 'running' | 'done' | 'lost'>('none');
  const mayRepeat = useRef(true);
  const stale = [webhookKeys.all(slug)];
  const take = ({ operation, result }: Answer) => {
    if (operation.state !== 'confirmed') return setLost(operation.id);
    setLost(null);
    if (typeof result?.secretId !== 'string') return;
    if (typeof result.secret === 'string') storeRevealed(result.secretId, result.secret);
    setIssued({ id: result.secretId, issuedAt: new Date(serverNow()).toISOString() });
  };
  const repeat = useOperation('POST /operations/{id}/repeat', {
    proof: 'dialog',
    stale,
    onDone(answer) {
      setAgain(answer.operation.state === 'confirmed' ? 'done' : 'lost');
      take(answer);
    },
  });
  const form = useOperation(endpointOf(target), {
    ...('id' in target ? { params: { id: target.id } } : {}),
    stale,
    async onDone(answer: Answer) {
      take(answer);
      if (answer.operation.state !== 'unknown' || !mayRepeat.current) return;
      mayRepeat.current = false;
      setAgain('running');
      if (!(await repeat.submit(undefined, { id: answer.operation.id }))) setAgain('lost');
    },
  });
  const unstored = isUnacknowledged(secret) ? { id: secret.id, issuedAt: secret.issuedAt } : null;
  const unclear = issued === null && unstored === null ? (lost ?? open?.operationId ?? null) : null;
  // The provider rejected the rotation: the old secret stays valid.
  const refused = form.problem?.operationId !== undefined;
  return { form, issued: issued ?? unstored, unclear, again, repeat, refused };
}
export type Rotation = ReturnType<typeof useRotation>;

function endpointOf(target: Target) {
  if ('id' in target) return 'POST /webhooks/{id}/rotate-secret';
  return target.account === 'create' ? 'POST /callback-secret' : 'POST /callback-secret/rotate';
}
