import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { cardEndpoints } from '#lib/card/contract.ts';
import { createCardCharge } from '#lib/card/server/create-card-charge.ts';
import { exportCardCharges } from '#lib/card/server/export-card-charges.ts';
import { getCardCharge } from '#lib/card/server/get-card-charge.ts';
import { getConnection } from '#lib/card/server/get-connection.ts';
import { getCardFigures } from '#lib/card/server/get-figures.ts';
import { getConversion, getRate } from '#lib/card/server/get-rate.ts';
import { listCardCharges } from '#lib/card/server/list-card-charges.ts';
import {
  deactivateRecurrence,
  getRecurrence,
  reactivateRecurrence,
  setRecurrenceAmount,
} from '#lib/card/server/recurrences.ts';
import { reverseCardCharge } from '#lib/card/server/reverse-card-charge.ts';

export const cardHandlers = {
  'POST /card/charges/{id}/reversals': ({ ctx, params, body }) =>
    reverseCardCharge({ ctx, id: params.id, body }),
  'GET /card/charges/{id}': ({ ctx, params, query }) =>
    getCardCharge({ ctx, id: params.id, reveal: query.reveal === '1' }),
  'GET /card/charges.csv': ({ ctx, query }) => exportCardCharges(ctx, query),
  'GET /card/charges': listCardCharges,
  'POST /card/charges': createCardCharge,
  'GET /card/connection': getConnection,
  'GET /card/figures': getCardFigures,
  'GET /card/conversions/{code}': ({ ctx, params, query }) =>
    getConversion({ ctx, code: params.code, amount: query.amount }),
  'GET /card/rates/{code}': ({ ctx, params }) => getRate({ ctx, code: params.code }),
  'PUT /card/recurrences/{id}/amount': ({ ctx, params, body }) =>
    setRecurrenceAmount({ ctx, id: params.id, amount: body.amount }),
  'POST /card/recurrences/{id}/deactivate': ({ ctx, params }) => deactivateRecurrence({ ctx, id: params.id }),
  'POST /card/recurrences/{id}/reactivate': ({ ctx, params }) => reactivateRecurrence({ ctx, id: params.id }),
  'GET /card/recurrences/{id}': ({ ctx, params }) => getRecurrence({ ctx, id: params.id }),
} satisfies Handlers<typeof cardEndpoints>;
