import { PixError } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import { isKeyOf, isUnknownKey, KEY_TYPES, type KeyType, keyTypeOf } from '../world/key-holder.ts';
import { feeOf } from '../world/profile.ts';
import { setPayer } from '../world/rows.ts';
import { midnightOf } from '../world/timeline.ts';
import { LIMITS } from './account-routes.ts';
import { begin, type Common, commonFields, entryOf, fateByCents, repeated } from './creation.ts';
import { Fields } from './fields.ts';
import { resolveQr } from './key-routes.ts';
import { lookUp } from './lookup.ts';
import { notFound } from './params.ts';
import type { PixParts } from './parts.ts';
import { wireTransaction } from './transaction-routes.ts';

/** Simulated ms until a payment is sent. */
const SENDING = 4000;

export function checkFunds(parts: PixParts, amount: number): void {
  if (amount > parts.ledger.balance().available) throw new PixError(422, 'PZC200', 'Saldo insuficiente.');
}

function checkWithdrawal(parts: PixParts, amount: number, key: string): void {
  const { state } = parts.account;
  if (state.disabled.includes('withdraw'))
    throw new PixError(422, 'PZS200', 'Saque não permitido para a conta agora.');
  if (state.disabled.includes('cnpj-withdraw') && keyTypeOf(key) === 'cnpj') {
    throw new PixError(422, 'PZS201', 'Destino CNPJ somente para favorecidos cadastrados.');
  }
  if (amount < LIMITS.withdrawMin) throw new PixError(400, 'PZS600', 'Valor abaixo do saque mínimo de 1.00.');
  if (amount > LIMITS.withdrawMax)
    throw new PixError(400, 'PZS601', 'Valor acima do saque máximo de 100000.00.');
  if (isUnknownKey(key)) throw notFound('PZK300', 'Chave não encontrada no DICT.');
  if (/^recusa[.@]/i.test(key))
    throw new PixError(422, 'PZS102', 'Pagamento rejeitado pela instituição recebedora.');
  if (state.dailyLimit === null)
    throw new PixError(422, 'PZS206', 'Conta sem limite diário de saque configurado.');
  const used = parts.ledger.withdrawnSince(midnightOf(parts.world.now()));
  if (used + amount > state.dailyLimit) throw new PixError(422, 'PZS202', 'Limite diário de saque excedido.');
  checkFunds(parts, amount + feeOf('WITHDRAW', 'PIX', amount));
}

type Payment = { amount: number; key: string; keyType: string | null; fingerprint: string; common: Common };

function pay(parts: PixParts, { amount, key, keyType, fingerprint, common }: Payment) {
  const existing = repeated(parts, common.clientReference, fingerprint);
  if (existing) return { status: 200, json: wireTransaction(parts, existing) };
  checkWithdrawal(parts, amount, key);
  const row = begin(parts, {
    type: 'WITHDRAW',
    amount,
    withdrawPixKey: key,
    withdrawPixType: keyType,
    ...common,
  });
  setPayer(row, parts.world.profile);
  const act = fateByCents(amount);
  parts.life.put(entryOf(row, { at: parts.world.now() + SENDING, act }, fingerprint), 'TRANSACTION_PENDING');
  return { status: 200, json: wireTransaction(parts, row) };
}

export function withdrawRoutes(parts: PixParts): PixRoute[] {
  function byKey({ body }: PixRequest) {
    const fields = new Fields(body);
    const amount = fields.requiredAmount();
    const key = fields.required('pixKey', 77);
    const keyType = fields.required('pixType', 10);
    fields.text('description', { most: 500 });
    const common = commonFields(fields);
    if (keyType !== '' && !KEY_TYPES.includes(keyType as KeyType)) {
      fields.fail('pixType', `deve ser um de: ${KEY_TYPES.join(', ')}`);
    }
    fields.done();
    if (!isKeyOf(keyType as KeyType, key))
      throw new PixError(400, 'PZK600', 'Formato de chave inválido para o pixType.');
    return pay(parts, { amount, key, keyType, fingerprint: `withdraw ${amount} ${key}`, common });
  }

  function byQr({ body }: PixRequest) {
    const fields = new Fields(body);
    const emv = fields.required(parts.account.state.dialect === 'nested' ? 'emv' : 'qrCode', 1000);
    const amount = fields.amount();
    fields.text('description', { most: 500 });
    const common = commonFields(fields);
    fields.done();
    const { code, key } = resolveQr(parts, emv);
    if (amount === null && code.amount === null) {
      throw new PixError(400, 'PZS604', 'Informe o valor: o QR Code não tem valor fixo.');
    }
    if (amount !== null && code.amount !== null && amount !== code.amount) {
      const [requestedText, fixed] = [(amount / 100).toFixed(2), (code.amount / 100).toFixed(2)];
      throw new PixError(400, 'PZS603', `Valor ${requestedText} difere do valor do QR Code ${fixed}.`);
    }
    const paid = amount ?? code.amount ?? 0;
    const fingerprint = `qrcode ${amount} ${emv}`;
    return pay(parts, { amount: paid, key, keyType: keyTypeOf(key), fingerprint, common });
  }

  function find({ query }: PixRequest) {
    const row = lookUp(parts, query, (one) => one.type === 'WITHDRAW' && one.method !== 'INTERNAL_TRANSFER');
    if (!row) throw notFound('PZC310', 'Transação não encontrada para a conta.');
    return { status: 200, json: wireTransaction(parts, row) };
  }

  return [
    { method: 'POST', path: '/withdraw', scope: 'WITHDRAW', handle: byKey },
    { method: 'POST', path: '/withdraw/qrcode', scope: 'WITHDRAW', handle: byQr },
    { method: 'GET', path: '/withdraw', scope: 'WITHDRAW', handle: find },
  ];
}
