import 'server-only';
import type { GuicheError } from '#lib/core/errors.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { refusalBehind } from '#lib/providers/client/errors.ts';
import { isObject, plainKey } from '#lib/providers/fields.ts';
import type { Outcome } from '#lib/providers/port.ts';

/** Request fields that the documents do not show: a service that calls one otherwise names it in its 400. */

export const UNKNOWN =
  /unknown|desconhecid|unrecogni|unexpected|inesperad|not allowed|not permitted|não (?:é |são )?permitid|should not exist|must not|additional|não reconhecid|invalid (?:field|param)/i;
export const MISSING =
  /requir|obrigat|missing|ausente|falta|must be (?:a |present|provided)|should not be empty|inform/i;

type Said = { name: string; message: string };

/** Fields that a refusal names, as the service writes them; of a path its last part. */
function faultsOf(error: GuicheError): Said[] {
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
/** Sentences that miss a field: `payload is required`, `O campo "payload" é obrigatório`, `missing field payload`. */
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

/** Names of fields that a 400 misses, as the service writes them: from its details, else from its sentence. */
export function missingNames(error: GuicheError | undefined): string[] {
  if (error === undefined || statusOf(error) !== 400) return [];
  const told = faultsOf(error).filter(({ message }) => MISSING.test(message) && !UNKNOWN.test(message));
  if (told.length > 0) return told.map(({ name }) => name);
  if (!MISSING.test(error.message)) return [];
  const found = SENTENCES.map((sentence) => lastOf(sentence.exec(error.message)?.[1] ?? ''));
  return found.filter((name) => name.length > 1 && !NO_NAMES.has(name.toLowerCase())).slice(0, 1);
}

/** Names of fields that a 400 does not know. */
const unknownNames = (error: GuicheError): string[] =>
  faultsOf(error).flatMap(({ name, message }) => (UNKNOWN.test(message) ? [name] : []));

type Body = Record<string, unknown>;
/** For each field that is sent, other names of the same thing (letters and digits, lower case). */
export type FieldAliases = Readonly<Record<string, string>>;

/** Other names of what payments send. No amount in another unit, and nothing that only may mean the same. */
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

type Asked = { ours: string; theirs: string };
const SHOWS_READING = new Set([400, 404, 409, 410, 422]);

/**
 * Sends a body under the names that this service was seen to take. Where a 400 (nothing was done) asks for one of the
 * fields under another name, it is sent once more under that one; a name that was read is used from then on.
 * `only`: the field that a name means which nothing else explains.
 */
export class AskedNames {
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
    const made = await send(this.#renamed(body, null));
    if (made.kind !== 'refused' || !made.sent) return made;
    const asked = this.#askedIn(made.error, body);
    if (asked === null) return made;
    const again = await send(this.#renamed(body, asked));
    if (again.kind === 'refused' && !again.sent) return made;
    const stillUnread =
      again.kind === 'refused' &&
      statusOf(again.error) === 400 &&
      (missingNames(again.error).length > 0 || unknownNames(again.error).includes(asked.theirs));
    // The other name is not read either: the first refusal says more.
    if (stillUnread) return made;
    const reads = again.kind === 'done' || SHOWS_READING.has(statusOf(again.error) ?? 0);
    if (reads) this.#theirs.set(asked.ours, asked.theirs);
    return again;
  }

  #nameOf(ours: string): string {
    return this.#theirs.get(ours) ?? ours;
  }

  #renamed(body: Body, asked: Asked | null): Body {
    return Object.fromEntries(
      Object.entries(body).map(([ours, value]) => [
        asked?.ours === ours ? asked.theirs : this.#nameOf(ours),
        value,
      ]),
    );
  }

  #askedIn(error: GuicheError, body: Body): Asked | null {
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

  /** Another field's name. */
  #isKnown(theirs: string): boolean {
    const name = plainKey(theirs);
    return [...this.#aliases].some(([ours, others]) => plainKey(ours) === name || others.has(name));
  }
}

/** A field of payments by one of its names, other than the code that is paid. */
export const isOtherField = (name: string): boolean =>
  [...Object.entries(PAYMENT_ALIASES), ['callbackUrl virtualAccount metadata', '']].some(
    ([ours = '', others = '']) => `${ours} ${others}`.split(' ').map(plainKey).includes(plainKey(name)),
  );
