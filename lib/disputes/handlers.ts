import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { disputeEndpoints } from '#lib/disputes/contract.ts';
import { previewDefense } from '#lib/disputes/server/compose-defense.ts';
import {
  addAttachment,
  getDraft,
  readAttachment,
  removeAttachment,
  saveDraft,
} from '#lib/disputes/server/defense-store.ts';
import { getDefenses, getDispute, getPayer } from '#lib/disputes/server/get-dispute.ts';
import { exportDisputes, listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { byOwnId } from '#lib/disputes/server/read-dispute.ts';
import { refreshDisputes } from '#lib/disputes/server/request-sync.ts';
import { sendDefense } from '#lib/disputes/server/send-defense.ts';
import { addNote, assignDispute } from '#lib/disputes/server/work.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';

export const disputeHandlers = {
  'PUT /disputes/{id}/assignee': byOwnId(assignDispute),
  'GET /disputes/{id}/defenses': byOwnId(getDefenses),
  'POST /disputes/{id}/defenses': byOwnId(sendDefense),
  'GET /disputes/{id}/draft/attachments/{attachment}': byOwnId(readAttachment),
  'DELETE /disputes/{id}/draft/attachments/{attachment}': byOwnId(removeAttachment),
  'POST /disputes/{id}/draft/attachments': byOwnId(addAttachment),
  'GET /disputes/{id}/draft/preview': byOwnId(previewDefense),
  'GET /disputes/{id}/draft': byOwnId(getDraft),
  'PUT /disputes/{id}/draft': byOwnId(saveDraft),
  'POST /disputes/{id}/notes': byOwnId(addNote),
  'GET /disputes/{id}/payer': getPayer,
  'GET /disputes/{id}': ({ ctx, id, query: { reveal } }) => getDispute({ ctx, id, reveal: reveal === '1' }),
  'POST /disputes/refresh': refreshDisputes,
  ...exportHandlers('/disputes', exportDisputes),
  'GET /disputes': listDisputes,
} satisfies Handlers<typeof disputeEndpoints>;
