import type { PixRequest, PixRoute } from '../types.ts';
import { nextAfter } from './cycles.ts';
import { CardError } from './errors.ts';
import type { Recurrence } from './model.ts';
import type { CardParts } from './parts.ts';
import { recurrenceJson } from './wire.ts';

const PATH = '/charges/recurrences/:recurrentPaymentId';

export function recurrenceRoutes(parts: CardParts): PixRoute[] {
  const { book, life, clock } = parts;

  function found({ params }: PixRequest): Recurrence {
    const recurrence = book.recurrence(params.recurrentPaymentId ?? '');
    if (!recurrence) throw new CardError(404, 'Recorrência não encontrada.');
    return recurrence;
  }

  const answer = (recurrence: Recurrence) => ({ status: 200, json: recurrenceJson(recurrence) });

  /** Changes a recurrence; one that has ended returns 409. */
  const changing =
    (how: (recurrence: Recurrence, request: PixRequest) => Recurrence) => (request: PixRequest) => {
      const before = found(request);
      const after = how(before, request);
      if (before.status === 'ENDED') throw new CardError(409, 'A recorrência já foi encerrada.');
      life.putRecurrence(after);
      return answer(after);
    };

  function withAmount(recurrence: Recurrence, { body }: PixRequest): Recurrence {
    const amount = (body as Record<string, unknown> | null | undefined)?.amount;
    if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1) {
      const message = 'deve ser um inteiro de centavos acima de zero';
      throw new CardError(400, 'Dados inválidos.', [{ field: 'amount', message }]);
    }
    return { ...recurrence, amount };
  }

  const stop = (recurrence: Recurrence): Recurrence => ({ ...recurrence, status: 'INACTIVE', next: null });
  const resume = (recurrence: Recurrence): Recurrence =>
    recurrence.status === 'ACTIVE'
      ? recurrence
      : { ...recurrence, status: 'ACTIVE', next: nextAfter(recurrence, clock.now()) };

  return [
    { method: 'GET', path: PATH, handle: (request) => answer(found(request)) },
    { method: 'PUT', path: `${PATH}/amount`, handle: changing(withAmount) },
    { method: 'PUT', path: `${PATH}/deactivate`, handle: changing(stop) },
    { method: 'PUT', path: `${PATH}/reactivate`, handle: changing(resume) },
  ];
}
