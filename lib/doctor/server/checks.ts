import 'server-only';
import { scopesByHand } from '#lib/accounts/rules.ts';
import { certificateState, certificateTerm } from '#lib/card/certificate-term.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Check } from '#lib/doctor/contract.ts';
import type { Exchange, Reading } from '#lib/doctor/server/observe.ts';
import type { ServerCertificate } from '#lib/doctor/server/server-certificate.ts';
import { INTERMEDIARY } from '#lib/providers/absence.ts';

/** All readings of an examination. `offsetMs`: how far the provider's clock is ahead of Guichê's. */
export type Seen = {
  kind: AccountKind;
  baseUrl: string;
  now: number;
  exchanges: readonly Exchange[];
  readings: readonly Reading[];
  server: ServerCertificate | null;
  own: { validTo: string | null } | null;
  sourceIp: string | null;
  offsetMs: number | null;
  withoutScope: readonly { capability: string; scopes: readonly string[] }[];
  missing: readonly string[];
  /** Null: unknown. */
  callbackSecret: boolean | null;
  webhookSecret: boolean;
  /** True for the sandbox, whose clock may be moved on purpose. */
  simulator: boolean;
};

/** A signature is valid for 300 s; half of that is a warning. */
const CLOCK_MS = { wrong: 300_000, warning: 150_000 };
const ADDRESS = new Set(['PZA203', 'PZA205', 'TOKEN_IP_NOT_ALLOWED']);
const SCOPE = new Set(['PZA200', 'TOKEN_MISSING_SCOPE']);
const HOLDER = new Set(['TOKEN_HOLDER_BLOCKED', 'ACCOUNT_BLOCKED', 'HOLDER_BLOCKED']);
const CONTRACT = new Set(['PZA206']);

const ANSWERED_INSTEAD = lookupTable<string>({
  [INTERMEDIARY.redirect]: 'redirected',
  [INTERMEDIARY.firewall]: 'filtered',
  [INTERMEDIARY.page]: 'pageInstead',
  [INTERMEDIARY.gateway]: 'pageInstead',
});

const check = (
  id: Check['id'],
  state: Check['state'],
  says: string,
  facts: Check['facts'] = {},
  code: string | null = null,
): Check => ({ id, state, says, facts, code });

/** Turns readings into checks, in the order in which problems must be fixed. */
export function checksOf(seen: Seen): Check[] {
  const reached = seen.exchanges.some(({ outcome }) => outcome.kind !== 'fault');
  return [
    reach(seen, reached),
    ...serverCertificateOf(seen),
    ...ownCertificateOf(seen),
    credential(seen, reached),
    ip(seen, reached),
    ...contract(seen, reached),
    ...scopes(seen),
    clock(seen),
    secrets(seen),
    fields(seen),
    routes(seen),
  ];
}

const codes = ({ readings }: Seen) =>
  readings.flatMap(({ error }) => (error === null ? [] : [error.details.provider?.code ?? '']));
const readsWork = ({ readings }: Seen) => readings.some(({ answer }) => answer.end === 'read');

/** All is well if any read worked; otherwise nothing is known. */
const ifRead = (seen: Seen, id: Check['id'], says: string) =>
  readsWork(seen) ? check(id, 'ok', says) : check(id, 'unknown', 'notAsked');

function reach(seen: Seen, reached: boolean): Check {
  const { exchanges, baseUrl, readings } = seen;
  const answers = readings.map(({ error }) => error?.details.provider);
  const instead = answers.find((one) => ANSWERED_INSTEAD[one?.code ?? ''] !== undefined);
  if (instead && !readsWork(seen)) {
    const { code, message } = instead;
    return check(
      'reach',
      'fails',
      ANSWERED_INSTEAD[code ?? ''] ?? '',
      { url: baseUrl, to: message ?? '?' },
      code,
    );
  }
  if (reached) {
    const times = exchanges.map(({ ms }) => ms).sort((a, b) => a - b);
    const ms = Math.round(times[Math.floor(times.length / 2)] ?? 0);
    return check('reach', 'ok', 'reached', { url: baseUrl, ms });
  }
  const fault = exchanges.flatMap(({ outcome }) => (outcome.kind === 'fault' ? [outcome] : [])).at(-1);
  const why = fault === undefined ? (readings[0]?.error?.message ?? '') : fault.message;
  const says = fault?.fault === 'timeout' ? 'silent' : 'unreached';
  return check('reach', 'fails', says, { url: baseUrl, why });
}

function serverCertificateOf({ server, now, baseUrl }: Seen): Check[] {
  if (server === null)
    return baseUrl.startsWith('https:') ? [check('server-certificate', 'unknown', 'serverUnseen')] : [];
  if (!server.trusted)
    return [check('server-certificate', 'fails', 'serverUntrusted', { why: server.why ?? '' })];
  return [until('server-certificate', 'server', server.validTo, now)];
}

function ownCertificateOf({ kind, own, now, baseUrl }: Seen): Check[] {
  if (kind !== 'card') return [];
  if (own === null)
    return baseUrl.startsWith('https:') ? [check('own-certificate', 'fails', 'ownMissing')] : [];
  return [until('own-certificate', 'own', own.validTo, now)];
}

function until(id: Check['id'], whose: 'server' | 'own', validTo: string | null, now: number): Check {
  const term = certificateTerm({ validTo }, now);
  if (term.validTo === null || term.daysLeft === null) return check(id, 'fails', `${whose}Unreadable`);
  const values = { validTo: term.validTo, days: term.daysLeft };
  const state = certificateState(term);
  if (state === 'expired') return check(id, 'fails', `${whose}Expired`, values);
  return state === 'soon'
    ? check(id, 'waits', `${whose}Soon`, values)
    : check(id, 'ok', `${whose}Until`, values);
}

function credential(seen: Seen, reached: boolean): Check {
  if (readsWork(seen)) return check('credential', 'ok', 'accepted');
  const hasOwnCheck = (code: string) =>
    ADDRESS.has(code) || SCOPE.has(code) || HOLDER.has(code) || CONTRACT.has(code);
  const refused = seen.readings.find(
    ({ error }) => error?.code === 'provider_credential' && !hasOwnCheck(error.details.provider?.code ?? ''),
  );
  if (refused?.error)
    return check('credential', 'fails', 'refused', {}, refused.error.details.provider?.code ?? null);
  return check('credential', 'unknown', reached ? 'credentialUntold' : 'notAsked');
}

function ip(seen: Seen, reached: boolean): Check {
  const code = codes(seen).find((one) => ADDRESS.has(one));
  if (code !== undefined) {
    const { sourceIp: address } = seen;
    if (address === null) return check('ip', 'fails', 'ipRefusedUntold', {}, code);
    return check('ip', 'fails', 'ipRefused', { address }, code);
  }
  if (readsWork(seen)) return check('ip', 'ok', 'ipAccepted');
  return check('ip', 'unknown', reached ? 'ipUntold' : 'notAsked');
}

function contract(seen: Seen, reached: boolean): Check[] {
  if (seen.kind === 'card') return [];
  const code = codes(seen).find((one) => CONTRACT.has(one) || HOLDER.has(one));
  if (code !== undefined)
    return HOLDER.has(code)
      ? [check('contract', 'fails', 'holderBlocked', {}, code)]
      : [check('contract', 'waits', 'contractWaits', {}, code)];
  if (!readsWork(seen)) return [check('contract', 'unknown', reached ? 'contractUntold' : 'notAsked')];
  return [check('contract', 'ok', seen.kind === 'pix' ? 'contractSigned' : 'holderFree')];
}

function scopes(seen: Seen): Check[] {
  const { kind, withoutScope, missing } = seen;
  if (kind === 'card') return [];
  if (withoutScope.length === 0 && missing.length === 0) return [ifRead(seen, 'scopes', 'scopesEnough')];
  const names = [...new Set([...missing, ...withoutScope.flatMap(({ scopes: one }) => one)])];
  const byHand = scopesByHand(kind, names);
  const withdraw = kind === 'pix' && names.includes('WITHDRAW');
  const says = byHand.length > 0 ? 'scopesByHand' : withdraw ? 'scopesWithdraw' : 'scopesMissing';
  return [
    check('scopes', 'waits', says, {
      scopes: names.join(', '),
      ...(byHand.length > 0 && { byHand: byHand.join(', ') }),
      capabilities: withoutScope.map(({ capability }) => capability).join(', '),
    }),
  ];
}

function clock({ offsetMs, simulator }: Seen): Check {
  if (offsetMs === null) return check('clock', 'unknown', 'clockUntold');
  const away = Math.abs(offsetMs);
  const facts = { seconds: Math.round(away / 1000), side: offsetMs > 0 ? 'behind' : 'ahead' };
  // The simulator validates signatures by its own moved clock, so there is nothing to fix.
  if (simulator && away >= CLOCK_MS.warning)
    return check('clock', 'ok', 'clockMoved', { ...facts, minutes: Math.round(away / 60_000) });
  if (away >= CLOCK_MS.wrong) return check('clock', 'fails', 'clockWrong', facts);
  return check('clock', away >= CLOCK_MS.warning ? 'waits' : 'ok', 'clockOff', facts);
}

function secrets(seen: Seen): Check {
  const { kind, callbackSecret, webhookSecret } = seen;
  if (kind === 'card')
    return webhookSecret
      ? check('secrets', 'ok', 'postbackSecret')
      : check('secrets', 'waits', 'noPostbackSecret');
  if (!readsWork(seen)) return check('secrets', 'unknown', 'notAsked');
  if (callbackSecret === null) return check('secrets', 'unknown', 'secretUntold');
  return callbackSecret ? check('secrets', 'ok', 'secretExists') : check('secrets', 'waits', 'noSecret');
}

function fields({ readings }: Seen): Check {
  const unread = readings.flatMap((one) => one.unread).length;
  const lost = readings.filter(({ answer }) => answer.end === 'unreadable').length;
  const read = readings.filter(({ answer }) => answer.end === 'read').length;
  const facts = { fields: unread, answers: read + lost, lost };
  if (unread > 0 || lost > 0) return check('fields', lost > 0 ? 'fails' : 'waits', 'fieldsUnread', facts);
  if (read === 0) return check('fields', 'unknown', 'notAsked');
  return check('fields', 'ok', 'fieldsRead', { answers: read });
}

/** Routes the documents name without a path and the provider answers under no likely path. */
function routes(seen: Seen): Check {
  const absent = seen.readings.flatMap(({ answer }) => (answer.end === 'absent' ? [answer.route] : []));
  if (absent.length > 0)
    return check('routes', 'unknown', 'routesAbsent', { count: absent.length, routes: absent.join(', ') });
  return ifRead(seen, 'routes', 'routesAnswered');
}
