import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { type ProofMode, useProven } from '#components/app-shell/step-up-context.ts';
import { CallError, call } from '#lib/api/client.ts';
import type { InputOf, OutputOf } from '#lib/api/endpoint.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';

export type EndpointKey = keyof Endpoints;
export type BodyOf<K extends EndpointKey> = InputOf<Endpoints[K], 'body'>;
type ParamsOf<K extends EndpointKey> = InputOf<Endpoints[K], 'params'>;
export type AnswerOf<K extends EndpointKey> = OutputOf<Endpoints[K], 'response'>;

type Options<K extends EndpointKey> = {
  params?: ParamsOf<K>;
  proof?: ProofMode;
  /** Queries to invalidate after the operation, whatever its outcome. */
  stale?: readonly QueryKey[];
  /** Source of the idempotency key: by default it lasts until the form is closed; a draft has its own. */
  intent?: Intent;
  /** Members of the body left out of the key: card data. */
  unkeyed?: readonly string[];
  /** Called on success, confirmed or not (see `answer.operation`); awaited as part of the submit. */
  onDone?: (answer: AnswerOf<K>, body: BodyOf<K>) => unknown;
  onRefused?: (error: unknown) => unknown;
};
type Head = { id: string; state: string };
/** The idempotency key of one intent, and its end: `sent`, or refused. */
export type Intent = {
  keyFor: (body: unknown) => string | Promise<string>;
  end: (how?: 'sent') => void;
};

/**
 * Runs one operation, at most once per intent: idempotency key, proof of identity, duplicate question, error,
 * created operation, and invalidation. Every changing call of a page uses it.
 */
export function useOperation<K extends EndpointKey>(endpoint: K, options: Options<K> = {}) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const own = useIntentKey();
  const [begun, setBegun] = useState<Head | null>(null);
  const [answer, setAnswer] = useState<AnswerOf<K> | null>(null);
  const [duplicateOf, setDuplicateOf] = useState<string | null>(null);
  const { proof, stale = [], intent = own, unkeyed = [], onDone, onRefused } = options;
  const act = async (input: BodyOf<K>, params = options.params) => {
    const body =
      duplicateOf === null
        ? input
        : ({ ...(input as object), acknowledgedDuplicateOf: duplicateOf } as BodyOf<K>);
    const idempotencyKey = await intent.keyFor([endpoint, params, without(body, unkeyed)]);
    try {
      const responseBody = await call(endpoint, {
        // Endpoints outside `/api` belong to the page's account.
        ...(endpoint.includes(' /api') ? {} : { account }),
        params,
        body,
        idempotencyKey,
      } as never);
      intent.end('sent');
      setDuplicateOf(null);
      setAnswer(responseBody);
      setBegun((responseBody as { operation?: Head } | null | undefined)?.operation ?? null);
      await onDone?.(responseBody, body);
    } catch (error) {
      if (endsIntent(error)) intent.end();
      await onRefused?.(error);
      throw error;
    } finally {
      for (const queryKey of stale) void client.invalidateQueries({ queryKey });
    }
  };
  const form = useProven(proof);
  const problem = form.error instanceof CallError ? form.error.problem : null;
  // The same operation is already running, or another operation is changing the same object.
  const conflict = problem?.code === 'conflict' ? (problem.operationId ?? null) : null;
  return {
    ...form,
    /** `params` overrides those of the hook, where they are known only on submit. */
    submit: (body: BodyOf<K>, params?: ParamsOf<K>) => form.run(() => act(body, params)),
    problem,
    answer,
    begun,
    /** Follows another operation instead, for example a repeated one. */
    follow: (id: string | null) => setBegun(id === null ? null : { id, state: 'sent' }),
    lost: begun !== null && begun.state !== 'confirmed' ? begun.id : null,
    conflict,
    meant: conflict !== null && duplicateOf === conflict,
    mean: (yes: boolean) => setDuplicateOf(yes ? conflict : null),
    clear: () => {
      form.clear();
      setDuplicateOf(null);
    },
  };
}

function without(body: unknown, members: readonly string[]): unknown {
  if (members.length === 0 || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)));
}
