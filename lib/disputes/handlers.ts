import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { disputeEndpoints } from '#lib/disputes/contract.ts';
import { assignDispute } from '#lib/disputes/server/assign-dispute.ts';
import { addAttachment, readAttachment, removeAttachment } from '#lib/disputes/server/attachments.ts';
import { getDefenses } from '#lib/disputes/server/get-defenses.ts';
import { getDispute } from '#lib/disputes/server/get-dispute.ts';
import { getDraft } from '#lib/disputes/server/get-draft.ts';
import { getPayer } from '#lib/disputes/server/get-payer.ts';
import { exportDisputes, listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { addNote } from '#lib/disputes/server/notes.ts';
import { previewDefense } from '#lib/disputes/server/preview-defense.ts';
import { refreshDisputes } from '#lib/disputes/server/refresh-disputes.ts';
import { saveDraft } from '#lib/disputes/server/save-draft.ts';
import { sendDefense } from '#lib/disputes/server/send-defense.ts';

export const disputeHandlers = {
  'PUT /disputes/{id}/assignee': ({ ctx, params: { id }, body: { operatorId } }) =>
    assignDispute({ ctx, id, operatorId }),
  'GET /disputes/{id}/defenses': ({ ctx, params: { id } }) => getDefenses({ ctx, id }),
  'POST /disputes/{id}/defenses': ({ ctx, params: { id }, body }) => sendDefense({ ctx, id, body }),
  'GET /disputes/{id}/draft/attachments/{attachment}': ({ ctx, params: { id, attachment } }) =>
    readAttachment({ ctx, id, attachment }),
  'DELETE /disputes/{id}/draft/attachments/{attachment}': ({ ctx, params: { id, attachment } }) =>
    removeAttachment({ ctx, id, attachment }),
  'POST /disputes/{id}/draft/attachments': ({ ctx, params: { id }, request }) =>
    addAttachment({ ctx, id, request }),
  'GET /disputes/{id}/draft/preview': ({ ctx, params: { id } }) => previewDefense({ ctx, id }),
  'GET /disputes/{id}/draft': ({ ctx, params: { id } }) => getDraft({ ctx, id }),
  'PUT /disputes/{id}/draft': ({ ctx, params: { id }, body }) => saveDraft({ ctx, id, body }),
  'POST /disputes/{id}/notes': ({ ctx, params: { id }, body: { text } }) => addNote({ ctx, id, text }),
  'GET /disputes/{id}/payer': ({ ctx, params: { id } }) => getPayer({ ctx, id }),
  'GET /disputes/{id}': ({ ctx, params: { id }, query: { reveal } }) =>
    getDispute({ ctx, id, reveal: reveal === '1' }),
  'POST /disputes/refresh': refreshDisputes,
  'GET /disputes.csv': ({ ctx, query }) => exportDisputes(ctx, query),
  'GET /disputes': listDisputes,
} satisfies Handlers<typeof disputeEndpoints>;
