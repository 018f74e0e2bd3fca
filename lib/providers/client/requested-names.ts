import 'server-only';
import type { GuicheError } from '#lib/core/errors.ts';
import { SHOWS_READING, statusOf } from '#lib/providers/absence.ts';
import { refusalBehind } from '#lib/providers/client/errors.ts';
import { isObject, plainKey } from '#lib/providers/fields.ts';
import type { Outcome } from '#lib/providers/port.ts';

/** Names of request fields that no document shows; a service with another name states it in its 400. */

export const UNKNOWN =
  /unknown|desconhecid|unrecogni|unexpected|inesperad|not allowed|not permitted|não (?:é |são )?permitid|should not exist|must not|additional|não reconhecid|invalid (?:field|param)/i;
export const MISSING =
  /requir|obrigat|missing|ausente|falta|must be (?:a |present|provided)|should not be empty|inform/i;

type NamedField = { name: string; message: string };

/** The fields that a refusal names, in the service's spelling; of a path its last part. */
function invalidFieldsOf(error: GuicheError): NamedField[] {
  const refusal = refusalBehind(error);
  const { details } = refusal ?? {};
  const raw = details === undefined ? [] : leavesOf(details, '');
  const named = raw.length > 0 ? raw : (refusal?.fields ?? error.details.fields ?? []);
  return named.map(({ field, message }) => ({ name: lastOf(field), message }));
}

const lastOf = (path: string) => path.split(/[./[\]]+/).findLast((part) => part !== '') ?? '';

function leavesOf(value: unknown, field: string): { field: string; message: string }[] {
  if (isObject(value)) {
    if (typeof value.field === 'string')
      return [{ field: value.field, message: typeof value.message === 'string' ? value.message : '' }];
    return Object.entries(value).flatMap(([key, inner]) =>
      leavesOf(inner, field === '' ? key : `${field}.${key}`),
    );
  }
  const text = Array.isArray(value) ? value.find((one) => typeof one === 'string') : value;
  return typeof text === 'string' && field !== '' ? [{ field, message: text }] : [];
}

const NAME = '["\'`“”«»]?([\\p{L}_][\\p{L}\\p{N}_.-]*)["\'`“”«»]?';
/** `payload is required`, `O campo "payload" é obrigatório`, `missing field payload`. */
const SENTENCES = [
  new RegExp(`${NAME}\\s+(?:is|are|é|são|must|should|was|não|nao|precisa|deve|cannot|can't)\\b`, 'iu'),
  new RegExp(`(?:field|property|parameter|param|campo|propriedade|parâmetro|atributo)s?:?\\s+${NAME}`, 'iu'),
  new RegExp(
    `(?:missing|required|informe|falta|ausente|obrigatório|requires)\\b[^\\p{L}"'\`]*${NAME}\\s*\\.?$`,
    'iu',
  ),
];
const NO_NAMES = new Set(
  'it this that field fields campo campos property parameter value body request which o a os as um uma'.split(
    ' ',
  ),
);

/** The fields that a 400 calls missing, in the service's spelling: from its details, else its sentence. */
export function missingNames(error: GuicheError | undefined): string[] {
  if (error === undefined || statusOf(error) !== 400) return [];
  const reported = invalidFieldsOf(error).filter(
    ({ message }) => MISSING.test(message) && !UNKNOWN.test(message),
  );
  if (reported.length > 0) return reported.map(({ name }) => name);
  if (!MISSING.test(error.message)) return [];
  const found = SENTENCES.map((sentence) => lastOf(sentence.exec(error.message)?.[1] ?? ''));
  return found.filter((name) => name.length > 1 && !NO_NAMES.has(name.toLowerCase())).slice(0, 1);
}

/** The fields that a 400 calls unknown. */
const unknownNames = (error: GuicheError): string[] =>
  invalidFieldsOf(error).flatMap(({ name, message }) => (UNKNOWN.test(message) ? [name] : []));

type Body = Record<string, unknown>;
/** For each sent field, other names of the same thing, separated by spaces. Letter case does not count. */
export type FieldAliases = Readonly<Record<string, string>>;

/** Other names of payment fields. None is an amount in another unit, or may mean something else. */
export const PAYMENT_ALIASES: FieldAliases = {
  amount: 'value valor transactionAmount paymentAmount withdrawAmount transferAmount refundAmount',
  pixKey:
    'key chave chavePix pixAddressKey addressKey receiverKey receiverPixKey destinationKey destinationPixKey toPixKey toKey',
  pixType: 'pixKeyType keyType type tipoChave chaveTipo pixAddressKeyType',
  pixKeyType: 'pixType keyType type tipoChave chaveTipo pixAddressKeyType',
  toPixKey: 'pixKey key chave chavePix receiverKey receiverPixKey destinationKey destinationPixKey toKey',
  receiverAccountNumber:
    'receiverAccount toAccount toAccountNumber destinationAccount destinationAccountNumber accountNumber contaDestino',
  payerAccountNumber:
    'payerAccount fromAccount fromAccountNumber sourceAccount sourceAccountNumber contaOrigem',
  description: 'comment message note descricao mensagem',
  comment: 'description message note descricao mensagem',
  clientReference: 'externalReference externalRef externalId reference referencia clientRef',
  externalRef: 'externalReference clientReference externalId reference referencia clientRef',
};

type RequestedName = { ours: string; theirs: string };

/**
 * Sends a body under the field names that the service accepts. If a 400 (nothing was done) requests a field
 * under another name, sends once more under that one; a name that was read is cached. `only`: the field meant
 * by a name that nothing else explains.
 */
export class RequestedNames {
  readonly #theirs = new Map<string, string>();
  readonly #aliases: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #only: string | null;

  constructor(aliases: FieldAliases = PAYMENT_ALIASES, only: string | null = null) {
    this.#aliases = new Map(
      Object.entries(aliases).map(([name, others]) => [name, new Set(others.split(' ').map(plainKey))]),
    );
    this.#only = only;
  }

  async send<T>(body: Body, send: (body: Body) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await send(this.#renamed(body, null));
    if (outcome.kind !== 'refused' || !outcome.sent) return outcome;
    const requested = this.#requestedIn(outcome.error, body);
    if (requested === null) return outcome;
    const again = await send(this.#renamed(body, requested));
    if (again.kind === 'refused' && !again.sent) return outcome;
    const stillUnread =
      again.kind === 'refused' &&
      statusOf(again.error) === 400 &&
      (missingNames(again.error).length > 0 || unknownNames(again.error).includes(requested.theirs));
    // The other name is not read either; the first refusal is more useful.
    if (stillUnread) return outcome;
    const accepted = again.kind === 'done' || SHOWS_READING.has(statusOf(again.error) ?? 0);
    if (accepted) this.#theirs.set(requested.ours, requested.theirs);
    return again;
  }

  #nameOf(ours: string): string {
    return this.#theirs.get(ours) ?? ours;
  }

  #renamed(body: Body, requested: RequestedName | null): Body {
    return Object.fromEntries(
      Object.entries(body).map(([ours, value]) => [
        requested?.ours === ours ? requested.theirs : this.#nameOf(ours),
        value,
      ]),
    );
  }

  #requestedIn(error: GuicheError, body: Body): RequestedName | null {
    const ours = Object.keys(body).filter((name) => body[name] !== undefined);
    const sent = new Set(ours.map((name) => this.#nameOf(name)));
    const names = missingNames(error).filter((name) => !sent.has(name));
    for (const theirs of names) {
      const meant = ours.find((name) => this.#means(name, theirs));
      if (meant !== undefined) return { ours: meant, theirs };
    }
    const [theirs] = names.filter((name) => !this.#isKnown(name));
    if (theirs === undefined) return null;
    const refused = unknownNames(error);
    const unread = ours.filter((name) => refused.includes(this.#nameOf(name)));
    const [meant] = this.#only !== null && ours.includes(this.#only) ? [this.#only] : unread;
    const alone = names.length === 1 && (meant === this.#only || unread.length === 1);
    return meant !== undefined && alone && typeof body[meant] === 'string' ? { ours: meant, theirs } : null;
  }

  #means(ours: string, theirs: string): boolean {
    const name = plainKey(theirs);
    return name === plainKey(ours) || this.#aliases.get(ours)?.has(name) === true;
  }

  #isKnown(theirs: string): boolean {
    const name = plainKey(theirs);
    return [...this.#aliases].some(([ours, others]) => plainKey(ours) === name || others.has(name));
  }
}

/** Whether the name is a payment field other than the paid code. */
export const isOtherField = (name: string): boolean =>
  [...Object.entries(PAYMENT_ALIASES), ['callbackUrl virtualAccount metadata', '']].some(
    ([ours = '', others = '']) => `${ours} ${others}`.split(' ').map(plainKey).includes(plainKey(name)),
  );
