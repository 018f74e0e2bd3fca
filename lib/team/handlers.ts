import 'server-only';
import { originOf } from '#lib/api/context.ts';
import type { Handlers } from '#lib/api/serve.ts';
import { DEVICE_COOKIE, readCookie } from '#lib/auth/server/cookies.ts';
import { issueSession, readDevice } from '#lib/auth/server/session-cookies.ts';
import type { teamEndpoints } from '#lib/team/contract.ts';
import {
  acceptLink,
  forgotten,
  invite,
  readLink,
  renewInvitation,
  resetPerson,
} from '#lib/team/server/invite.ts';
import {
  changePerson,
  endPersonSession,
  listPersonSessions,
  listTeam,
  personFactors,
  signOutPerson,
} from '#lib/team/server/team.ts';

export const teamHandlers = {
  'GET /api/settings/team': () => listTeam(),
  'POST /api/settings/team': invite,
  'PATCH /api/settings/team/{id}': changePerson,
  'POST /api/settings/team/{id}/invitation': renewInvitation,
  'POST /api/settings/team/{id}/reset': resetPerson,
  'POST /api/settings/team/{id}/sign-out': signOutPerson,
  'GET /api/settings/team/{id}/factors': ({ id }) => personFactors(id),
  'GET /api/settings/team/{id}/sessions': listPersonSessions,
  'DELETE /api/settings/team/{id}/sessions/{session}': endPersonSession,
  'POST /api/password-reset': ({ body, request }) => forgotten(body.email, originOf(request.headers)),
  'POST /api/invitation/read': ({ body, request }) => readLink(body.token, originOf(request.headers)),
  'POST /api/invitation': async ({ body, request }) => {
    const cookie = readCookie(request.headers);
    const from = { ...originOf(request.headers), device: readDevice(cookie(DEVICE_COOKIE())) };
    const { operatorId, sessionId } = await acceptLink(body, from);
    if (sessionId !== null) await issueSession(operatorId, sessionId, cookie);
  },
} satisfies Handlers<typeof teamEndpoints>;
