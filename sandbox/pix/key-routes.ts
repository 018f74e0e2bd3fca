import { invalid, PixError } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import { readBrCode } from '../world/br-code.ts';
import { holderOf, isUnknownKey, keyTypeOf } from '../world/key-holder.ts';
import { reais } from '../world/wire.ts';
import { Fields } from './fields.ts';
import { notFound, text } from './params.ts';
import type { PixParts } from './parts.ts';

function masked(document: string): string {
  return document.length === 11 ? `***${document.slice(3, 9)}**` : `**${document.slice(2, 8)}******`;
}

/** Decodes a code as the network would; throws PZK601, PZK301, PZK310. */
export function resolveQr(parts: PixParts, emv: string) {
  const code = readBrCode(emv.trim());
  if (!code) throw new PixError(400, 'PZK601', 'QR Code inválido ou malformado.');
  const own = code.url ? /^pix\.aroeira\.example\/qr\/v2\/(\w+)$/.exec(code.url)?.[1] : undefined;
  const charge = own === undefined ? null : parts.world.transaction(own);
  if (own !== undefined && !charge) throw notFound('PZK301', 'QR Code não encontrado.');
  if (charge && charge.status !== 'PENDING') {
    throw new PixError(410, 'PZK310', 'QR Code expirado ou removido pela instituição recebedora.');
  }
  const key = code.key ?? code.url ?? '';
  if (isUnknownKey(key)) throw notFound('PZK300', 'Chave não encontrada no DICT.');
  const holder = charge
    ? { name: parts.world.profile.name, document: parts.world.profile.document }
    : holderOf(parts.world, key);
  return { code, charge, key, holder, name: charge ? holder.name : code.name || holder.name };
}

function findHolder({ world, account }: PixParts, key: string) {
  if (account.state.disabled.includes('key'))
    throw new PixError(403, 'PZK400', 'Consulta de chave não habilitada.');
  if (!keyTypeOf(key)) {
    throw new PixError(400, 'PZK600', 'Formato de chave inválido (CPF, CNPJ, e-mail, telefone +55 ou UUID).');
  }
  if (isUnknownKey(key)) throw notFound('PZK300', 'Chave não encontrada no DICT.');
  const holder = holderOf(world, key);
  return {
    pixKey: key,
    document: masked(holder.document),
    name: holder.name,
    personType: holder.company ? 'PJ' : 'PF',
    accountType: holder.number % 6 === 0 ? 'SVGS' : holder.number % 4 === 0 ? 'TRAN' : 'CACC',
    institutionIspb: holder.bank.ispb,
    institutionName: holder.bank.name,
    extra: {
      branch: '***1',
      accountNumber: `*****${holder.number % 10}`,
      institutionCode: holder.bank.code,
    },
  };
}

function readQr(parts: PixParts, { body }: PixRequest) {
  const { world, account } = parts;
  if (account.state.disabled.includes('qr'))
    throw new PixError(403, 'PZK401', 'Leitura de QR Code não habilitada.');
  const fields = new Fields(body);
  // Document 1 does not name the field, so the nested dialect has its own name.
  const emv = fields.required(account.state.dialect === 'nested' ? 'qrCode' : 'emv', 1000);
  fields.done();
  const { code, charge, key: pixKey, holder, name } = resolveQr(parts, emv);
  const due = charge ? world.overlay.get(charge.id)?.due?.at : undefined;
  const remaining =
    due === undefined ? (code.dynamic ? 600 : 0) : Math.max(0, Math.round((due - world.now()) / 1000));
  return {
    status: 200,
    json: {
      qrCodeType: code.dynamic ? 'DYNAMIC' : 'STATIC',
      name,
      document: masked(holder.document),
      amount: reais(code.amount),
      originalAmount: reais(code.amount),
      txid: code.txid,
      additionalInfo: code.additionalInfo,
      expiresIn: remaining,
      createdAt: charge ? charge.createdAt.slice(0, 23) : null,
      amountEditable: code.amount === null,
      dueDate: null,
      pixKey: code.key ? pixKey : null,
      city: code.city,
      url: code.url ?? null,
    },
  };
}

export function keyRoutes(parts: PixParts): PixRoute[] {
  function key({ query }: PixRequest) {
    const requested = text(query, 'pixKey', 77);
    if (requested === undefined) throw invalid('pixKey', 'é obrigatório');
    const { extra, ...found } = findHolder(parts, requested);
    return { status: 200, json: { ...found, ...extra } };
  }

  function dict({ query }: PixRequest) {
    const requested = text(query, 'key', 77);
    if (requested === undefined) throw invalid('key', 'é obrigatório');
    const { extra: _, ...found } = findHolder(parts, requested);
    return { status: 200, json: found };
  }

  return [
    { method: 'GET', path: '/pix/key', scope: 'DEPOSIT|WITHDRAW', handle: key },
    { method: 'GET', path: '/user/dict', scope: 'WITHDRAW', handle: dict },
    {
      method: 'POST',
      path: '/pix/qrcode/read',
      scope: 'DEPOSIT|WITHDRAW',
      handle: (request) => readQr(parts, request),
    },
  ];
}
