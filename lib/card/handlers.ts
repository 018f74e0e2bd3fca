import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { cardEndpoints } from '#lib/card/contract.ts';
import { createCardCharge } from '#lib/card/server/create-card-charge.ts';
import { getCardFigures, getConnection, getConversion, getRate } from '#lib/card/server/get-figures.ts';
import { exportCardCharges, getCardCharge, listCardCharges } from '#lib/card/server/list-card-charges.ts';
import {
  deactivateRecurrence,
  getRecurrence,
  reactivateRecurrence,
  setRecurrenceAmount,
} from '#lib/card/server/recurrences.ts';
import { reverseCardCharge } from '#lib/card/server/reversal-operation.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';

export const cardHandlers = {
  'POST /card/charges/{id}/reversals': reverseCardCharge,
  'GET /card/charges/{id}': ({ ctx, id, query }) => getCardCharge({ ctx, id, reveal: query.reveal === '1' }),
  ...exportHandlers('/card/charges', exportCardCharges),
  'GET /card/charges': listCardCharges,
  'POST /card/charges': createCardCharge,
  'GET /card/connection': getConnection,
  'GET /card/figures': getCardFigures,
  'GET /card/conversions/{code}': getConversion,
  'GET /card/rates/{code}': getRate,
  'PUT /card/recurrences/{id}/amount': ({ ctx, id, body }) =>
    setRecurrenceAmount({ ctx, id, amount: body.amount }),
  'POST /card/recurrences/{id}/deactivate': deactivateRecurrence,
  'POST /card/recurrences/{id}/reactivate': reactivateRecurrence,
  'GET /card/recurrences/{id}': getRecurrence,
} satisfies Handlers<typeof cardEndpoints>;
