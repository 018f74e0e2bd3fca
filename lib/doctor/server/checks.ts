import 'server-only';
import { scopesByHand } from '#lib/accounts/rules.ts';
import { certificateState, certificateTerm } from '#lib/card/certificate-term.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Answer, Check, UnreadField } from '#lib/doctor/contract.ts';
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
  heldBack: readonly { capability: string; scopes: readonly string[] }[];
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
    ...secrets(seen),
    fields(seen),
    routes(seen),
  ];
}

const codes = ({ readings }: Seen) =>
  readings.flatMap(({ error }) => (error === null ? [] : [error.details.provider?.code ?? '']));
const readsWork = ({ readings }: Seen) => readings.some(({ answer }) => answer.end === 'read');

function reach(seen: Seen, reached: boolean): Check {
  const { exchanges, baseUrl, readings } = seen;
  const instead = readsWork(seen)
    ? undefined
    : readings.find(({ error }) => ANSWERED_INSTEAD[error?.details.provider?.code ?? ''] !== undefined)
        ?.error;
  if (instead) {
    const { code = '', message = null } = instead.details.provider ?? {};
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
    return check('reach', 'ok', 'reached', {
      url: baseUrl,
      ms: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    });
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
    const address = seen.sourceIp;
    return address === null
      ? check('ip', 'fails', 'ipRefusedUntold', {}, code)
      : check('ip', 'fails', 'ipRefused', { address }, code);
  }
  if (readsWork(seen)) return check('ip', 'ok', 'ipAccepted');
  return check('ip', 'unknown', reached ? 'ipUntold' : 'notAsked');
}

function contract(seen: Seen, reached: boolean): Check[] {
  if (seen.kind === 'card') return [];
  const code = codes(seen).find((one) => CONTRACT.has(one) || HOLDER.has(one));
  if (code !== undefined)
    return [
      HOLDER.has(code)
        ? check('contract', 'fails', 'holderBlocked', {}, code)
        : check('contract', 'waits', 'contractWaits', {}, code),
    ];
  if (!readsWork(seen)) return [check('contract', 'unknown', reached ? 'contractUntold' : 'notAsked')];
  return [check('contract', 'ok', seen.kind === 'pix' ? 'contractSigned' : 'holderFree')];
}

function scopes({ kind, heldBack, missing, readings }: Seen): Check[] {
  if (kind === 'card') return [];
  if (heldBack.length === 0 && missing.length === 0) {
    const read = readings.some(({ answer }) => answer.end === 'read');
    return [check('scopes', read ? 'ok' : 'unknown', read ? 'scopesEnough' : 'notAsked')];
  }
  const names = [...new Set([...missing, ...heldBack.flatMap(({ scopes: one }) => one)])];
  const byHand = scopesByHand(kind, names);
  const withdraw = kind === 'pix' && names.includes('WITHDRAW');
  const says = byHand.length > 0 ? 'scopesByHand' : withdraw ? 'scopesWithdraw' : 'scopesMissing';
  return [
    check('scopes', 'waits', says, {
      scopes: names.join(', '),
      ...(byHand.length > 0 && { byHand: byHand.join(', ') }),
      capabilities: heldBack.map(({ capability }) => capability).join(', '),
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

function secrets({ kind, callbackSecret, webhookSecret, readings }: Seen): Check[] {
  if (kind === 'card')
    return [
      check('secrets', webhookSecret ? 'ok' : 'waits', webhookSecret ? 'postbackSecret' : 'noPostbackSecret'),
    ];
  if (!readings.some(({ answer }) => answer.end === 'read')) return [check('secrets', 'unknown', 'notAsked')];
  if (callbackSecret === null) return [check('secrets', 'unknown', 'secretUntold')];
  return [check('secrets', callbackSecret ? 'ok' : 'waits', callbackSecret ? 'secretExists' : 'noSecret')];
}

function fields({ readings }: Seen): Check {
  const answers: Answer[] = readings.map(({ answer }) => answer);
  const unread: UnreadField[] = readings.flatMap((one) => one.unread);
  const lost = answers.filter(({ end }) => end === 'unreadable').length;
  const read = answers.filter(({ end }) => end === 'read').length;
  if (unread.length === 0 && lost === 0)
    return read === 0
      ? check('fields', 'unknown', 'notAsked')
      : check('fields', 'ok', 'fieldsRead', { answers: read });
  return check('fields', lost > 0 ? 'fails' : 'waits', 'fieldsUnread', {
    fields: unread.length,
    answers: read + lost,
    lost,
  });
}

/** Routes the documents name without a path and the provider answers under no likely path. */
function routes({ readings }: Seen): Check {
  const answers = readings.map(({ answer }) => answer);
  const absent = answers.filter(({ end }) => end === 'absent').map(({ route }) => route);
  if (absent.length > 0)
    return check('routes', 'unknown', 'routesAbsent', { count: absent.length, routes: absent.join(', ') });
  const read = answers.some(({ end }) => end === 'read');
  return check('routes', read ? 'ok' : 'unknown', read ? 'routesAnswered' : 'notAsked');
}
