import { Body } from './body.ts';
import { HubError, tooMany } from './errors.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { keyTypeOf, masked, maskedKey } from './people.ts';
import { checkHolder, keyFields, readCode, typeOf } from './withdraw-routes.ts';

const LOOK_UPS = 60;

/** Decoding does not ask the bank, so it does not count as a lookup. */
function decode(parts: HubParts, { body: sent }: HubRequest) {
  const body = new Body(sent);
  const brCode = body.required('brCode', 1024);
  body.done();
  const { code } = readCode(parts, brCode);
  return {
    status: 200,
    json: {
      pixKey: code.key ?? null,
      url: code.url ?? null,
      amount: code.amount,
      merchantName: code.name,
      merchantCity: code.city,
      txid: code.txid,
      isDynamic: code.dynamic,
      isAmountFixed: code.amount !== null,
    },
  };
}

export function destinationRoutes(parts: HubParts): HubRoute[] {
  const { core, rates } = parts;

  function recipient(key: string, name: string | null) {
    const holder = core.people.holder(key);
    return {
      holder: { name: name ?? holder.name, document: masked(holder.document) },
      bank: { ...holder.bank, branch: '***1', accountNumber: `*****${key.length % 10}` },
    };
  }

  function destination({ body: sent, caller }: HubRequest) {
    const body = new Body(sent);
    const { key, type } = keyFields(body);
    const brCode = body.text('brCode', 8, 1024);
    if ((key === null) === (brCode === null)) body.fail('pixKey', 'send either pixKey or brCode');
    body.done();
    const wait = core.settings.rateLimits
      ? rates.take(parts.now(), { [`look-up ${caller.clientId}`]: LOOK_UPS })
      : 0;
    if (wait > 0) throw tooMany('PIX_DICT_LIMIT_EXCEEDED', wait);
    if (key !== null) {
      const pixKeyType = typeOf(key, type);
      checkHolder(key);
      const found = { pixKey: maskedKey(key), pixKeyType, ...recipient(key, null) };
      return {
        status: 200,
        json: { source: 'PIX_KEY', ...found, amount: null, isAmountFixed: false, isVerified: true },
      };
    }
    const { code, own, key: inCode } = readCode(parts, brCode ?? '');
    if (code.key) checkHolder(code.key);
    if (own && code.amount === null) throw new HubError(422, 'BR_CODE_INVALID', 'Not a code of a charge.');
    return {
      status: 200,
      json: {
        source: 'BR_CODE',
        pixKey: code.key ? maskedKey(code.key) : null,
        pixKeyType: code.key ? keyTypeOf(code.key) : null,
        ...recipient(inCode, own ? core.profile.name : code.name || null),
        amount: code.amount,
        isAmountFixed: code.amount !== null,
        isVerified: code.dynamic,
      },
    };
  }

  return [
    {
      method: 'POST',
      path: '/transactions/pix/decode',
      scope: 'PIX_DICT_READ',
      handle: (request) => decode(parts, request),
    },
    { method: 'POST', path: '/transactions/pix/destination', scope: 'PIX_DICT_READ', handle: destination },
  ];
}
