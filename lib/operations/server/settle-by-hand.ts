import 'server-only';
import { requireConfigured } from '#lib/accounts/server/configured.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import { GuicheError } from '#lib/errors.ts';
import type { OperationDetail } from '#lib/operations/contract.ts';
import { getOperation, operationRow } from '#lib/operations/server/get-operation.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { barredFromSettling } from '#lib/operations/server/left-open.ts';
import { endOfSeen, lookQuietly } from '#lib/operations/server/look-up.ts';
import { permittedKind } from '#lib/operations/server/repeat-operation.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { type End, settle } from '#lib/operations/server/settle.ts';
import { maskText } from '#lib/privacy/mask.ts';

/**
 * Ends an operation that no look-up tells anything of by a person's word. The provider is asked once more before: its
 * word counts more. `conflict` while it is still looked for, and once its end is known; `forbidden` where another
 * person has to say it.
 */
export async function settleByHand({
  ctx,
  id,
  body: { happened, reason },
}: Args<'POST /operations/{id}/settle'>): Promise<OperationDetail> {
  requireConfigured(ctx.account);
  const row = await operationRow(ctx, id);
  const kind = await permittedKind(ctx, row);
  if (row.state !== 'unknown') throw known(row);
  const barred = await barredFromSettling(ctx, row);
  if (barred === 'looked_for')
    throw new GuicheError('conflict', 'It is still being looked for.', { operationId: id });
  const note = { action: `${kind.name}.settled` as const, target: row.target };
  if (barred !== null) {
    await auditOnce(ctx, { ...note, after: { operation: id, happened } });
    throw new GuicheError('forbidden', 'Another person has to say how this one ended.', { operationId: id });
  }
  const request = openRequest(row);
  const told = endOfSeen(kind, row, await lookQuietly(kind, row, ctx.port));
  if (told !== null) {
    await settle(kind, row, request, told, 'look-up');
    throw known(await operationRow(ctx, id));
  }
  const end: End = happened
    ? { state: 'confirmed', value: null, requestId: null }
    : { state: 'rejected', reason: 'by_hand', error: null };
  const after = { operation: id, happened, reason: maskText(reason, { names: false }) };
  const source = {
    entry: ctx.auditEntry({ ...note, after }),
    kept: { settledBy: ctx.operator.id, settleReason: reason },
  };
  if ((await settle(kind, row, request, end, source)) === null) throw known(await operationRow(ctx, id));
  return getOperation({ ctx, id });
}

const known = ({ id, state }: OperationRow) =>
  new GuicheError('conflict', 'How this operation ended is known.', {
    operationId: id,
    existing: { state },
  });
