import { expect, test } from 'vitest';
import { absenceIn } from '#lib/providers/absence.ts';

test.each([
  [404, 'ROUTE_NOT_FOUND', 'Route not found', 'route'],
  [404, 'PATH_NOT_FOUND', null, 'route'],
  [405, null, null, 'route'],
  [404, null, 'Cannot GET /v1/user/webhooks', 'route'],
  [404, null, 'Route GET:/v1/x not found', 'route'],
  [404, null, '<html><body>404</body></html>', 'route'],
  [404, null, 'Rota não encontrada.', 'route'],
  [404, null, 'Recurso não encontrado.', 'unclear'],
  [404, null, null, 'unclear'],
  [404, null, 'Not Found', 'unclear'],
  [404, 'PAYMENT_NOT_FOUND', 'Not found', null],
  [404, 'PZC310', 'Transação não encontrada', null],
  [404, null, 'Transação não encontrada nesta conta.', null],
  [400, 'ROUTE_NOT_FOUND', null, null],
  [null, null, null, null],
] as const)('R4: %s %s %s speaks of %s', (status, code, message, absent) => {
  expect(absenceIn({ status, code, message })).toBe(absent);
});
