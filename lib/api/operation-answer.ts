import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { OperationHead } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';

type Answer = { operation: OperationHead; result?: unknown };

/**
 * The response body for an operation's current state. Throws its problem when rejected. Contains no secret.
 */
export function answerOf(row: OperationRow): Answer {
  if (row.state === 'rejected') throw problemOf(row);
  const problem = row.problem as StoredProblem | null;
  const differs = row.state === 'confirmed' && problem?.code === 'amount_differs';
  const operation: OperationHead = {
    id: row.id,
    kind: row.kind,
    state: row.state as OperationHead['state'],
    ...(differs ? { problem: { code: problem.code } } : {}),
  };
  return row.state === 'confirmed' ? { operation, result: row.result ?? {} } : { operation };
}

/** The stored problem of a rejected operation, as an error with its `operationId`. */
function problemOf(row: OperationRow): GuicheError {
  const stored = row.problem as StoredProblem | null;
  if (stored === null)
    return new GuicheError('conflict', 'It did not reach the provider.', { operationId: row.id });
  return new GuicheError(stored.code, stored.message, {
    status: stored.status,
    operationId: row.id,
    ...(stored.provider ? { provider: stored.provider } : {}),
    ...(stored.fields ? { fields: stored.fields } : {}),
    ...(stored.missing ? { missing: stored.missing } : {}),
    ...(stored.existing === null ? {} : { existing: stored.existing }),
    ...(stored.retryAfterSeconds === null ? {} : { retryAfterSeconds: stored.retryAfterSeconds }),
  });
}
