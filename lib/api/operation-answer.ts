import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import type { OperationHead } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { KeptProblem } from '#lib/operations/server/settle.ts';

type Answer = { operation: OperationHead; result?: unknown };

/** The body for an operation as it stands; throws its problem when it was rejected. Never holds a secret. */
export function answerOf(row: OperationRow): Answer {
  if (row.state === 'rejected') throw problemOf(row);
  const problem = row.problem as KeptProblem | null;
  const differs = row.state === 'confirmed' && problem?.code === 'amount_differs';
  const operation: OperationHead = {
    id: row.id,
    kind: row.kind,
    state: row.state as OperationHead['state'],
    ...(differs ? { problem: { code: problem.code } } : {}),
  };
  return row.state === 'confirmed' ? { operation, result: row.result ?? {} } : { operation };
}

/** Why it was rejected, as an error with its `operationId`. */
function problemOf(row: OperationRow): GuicheError {
  const kept = row.problem as KeptProblem | null;
  if (kept === null)
    return new GuicheError('conflict', 'It did not reach the provider.', { operationId: row.id });
  return new GuicheError(kept.code, kept.message, {
    status: kept.status,
    operationId: row.id,
    ...(kept.provider ? { provider: kept.provider } : {}),
    ...(kept.fields ? { fields: kept.fields } : {}),
    ...(kept.missing ? { missing: kept.missing } : {}),
    ...(kept.existing === null ? {} : { existing: kept.existing }),
    ...(kept.retryAfterSeconds === null ? {} : { retryAfterSeconds: kept.retryAfterSeconds }),
  });
}
