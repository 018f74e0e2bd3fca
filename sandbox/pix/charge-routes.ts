import { PixError } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import { isDocument } from '../world/documents.ts';
import { chargeCode } from '../world/rows.ts';
import { LIMITS } from './account-routes.ts';
import { begin, commonFields, entryOf, repeated } from './creation.ts';
import { Fields } from './fields.ts';
import { lookUp } from './lookup.ts';
import { notFound } from './params.ts';
import type { PixParts } from './parts.ts';
import { qrPng } from './qr-png.ts';
import { wireTransaction } from './transaction-routes.ts';

const DOCUMENT_ABOVE = 200_000;
const LONGEST = 172_000;
const USUAL = 600;

function chargeFields(body: unknown) {
  const fields = new Fields(body);
  const amount = fields.requiredAmount();
  const generatedName = fields.text('generatedName', { most: 120 });
  if (generatedName !== null && !/^[\p{L} ]+$/u.test(generatedName)) {
    fields.fail('generatedName', 'somente letras e espaços');
  }
  const generatedEmail = fields.text('generatedEmail', { most: 120 });
  if (generatedEmail !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(generatedEmail)) {
    fields.fail('generatedEmail', 'e-mail inválido');
  }
  const generatedDocument = fields.text('generatedDocument', { most: 14 });
  if (generatedDocument !== null && !isDocument(generatedDocument)) {
    fields.fail('generatedDocument', 'CPF ou CNPJ inválido, informe sem pontuação');
  }
  const expiresIn = fields.integer('expiresIn', 1, LONGEST) ?? USUAL;
  const common = commonFields(fields);
  fields.done();
  return { amount, generatedName, generatedEmail, generatedDocument, expiresIn, common };
}

function checkCharge(parts: PixParts, amount: number, document: string | null): void {
  const { disabled } = parts.account.state;
  if (disabled.includes('deposit')) throw new PixError(422, 'PZD200', 'Depósito não permitido para a conta.');
  if (disabled.includes('cnpj-deposit') && document?.length === 14) {
    throw new PixError(422, 'PZD201', 'Depósitos de CNPJ não habilitados.');
  }
  if (amount < LIMITS.depositMin)
    throw new PixError(400, 'PZD600', 'Valor abaixo do depósito mínimo de 1.00.');
  if (amount > LIMITS.depositMax)
    throw new PixError(400, 'PZD601', 'Valor acima do depósito máximo de 50000.00.');
  if (amount > DOCUMENT_ABOVE && document === null) {
    throw new PixError(400, 'PZD602', 'Documento obrigatório acima de 2000.00; envie generatedDocument.', {
      details: [{ field: 'generatedDocument', message: 'é obrigatório acima de 2000.00' }],
    });
  }
}

export function chargeRoutes(parts: PixParts): PixRoute[] {
  const { world, life, place } = parts;

  function create({ body }: PixRequest) {
    const { amount, expiresIn, common, ...generated } = chargeFields(body);
    checkCharge(parts, amount, generated.generatedDocument);
    const fingerprint = parts.account.state.dialect === 'nested' ? `charge ${amount}` : null;
    const existing = repeated(parts, common.clientReference, fingerprint);
    if (existing) return { status: 200, json: wireTransaction(parts, existing) };
    const row = begin(parts, {
      ...generated,
      ...common,
      amount,
      receiverAccountNumber: world.profile.accountNumber,
    });
    row.qrCodeUrl = `${place.baseUrl}/pix/qr-code/${row.id}`;
    row.qrCodeText = chargeCode(row, world.profile);
    const due = { at: world.now() + expiresIn * 1000, act: 'expire' };
    life.put(entryOf(row, due, fingerprint), 'TRANSACTION_PENDING');
    return { status: 200, json: withImage(row.id) };
  }

  /** The image is rendered on demand; storing one per charge would only fill the journal. */
  function withImage(id: string): Record<string, unknown> {
    const row = world.transaction(id);
    if (!row) throw notFound('PZC310', 'Transação não encontrada para a conta.');
    const qrCodeBase64 = row.qrCodeText === null ? null : qrPng(row.qrCodeText).toString('base64');
    return { ...wireTransaction(parts, row), qrCodeBase64 };
  }

  function find({ query }: PixRequest) {
    const row = lookUp(parts, query, (one) => one.type === 'DEPOSIT' && one.method !== 'INTERNAL_TRANSFER');
    if (!row) throw notFound('PZC310', 'Transação não encontrada para a conta.');
    return { status: 200, json: withImage(row.id) };
  }

  function image({ params }: PixRequest) {
    const row = world.transaction(params.transactionId ?? '');
    if (!row) throw notFound('PZK301', 'QR Code não encontrado.');
    if (row.type !== 'DEPOSIT' || row.qrCodeText === null) {
      throw new PixError(400, 'PZK601', 'A transação não é um depósito ou não tem QR Code.');
    }
    return { status: 200, body: qrPng(row.qrCodeText), contentType: 'image/png' };
  }

  return [
    { method: 'POST', path: '/pix', scope: 'DEPOSIT', handle: create },
    { method: 'GET', path: '/pix', scope: 'DEPOSIT', handle: find },
    { method: 'GET', path: '/pix/qr-code/:transactionId', scope: 'DEPOSIT', handle: image },
  ];
}
