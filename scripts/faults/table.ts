/**
 * Faults of a changing call, and every kind of such a call. The tests and `npm run faults` share this table.
 */

export const PROVIDERS = ['pix', 'hub', 'card'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Each kind by the form that starts it; `operation` is the kind's name in the product. */
export const KINDS = [
  { provider: 'pix', form: 'charge', operation: 'charge.create' },
  { provider: 'pix', form: 'withdrawal by key', operation: 'withdrawal.key' },
  { provider: 'pix', form: 'withdrawal by QR code', operation: 'withdrawal.code' },
  { provider: 'pix', form: 'internal transfer', operation: 'transfer.create' },
  { provider: 'pix', form: 'refund', operation: 'refund.create' },
  { provider: 'hub', form: 'charge', operation: 'charge.create' },
  { provider: 'hub', form: 'withdrawal by key', operation: 'withdrawal.key' },
  { provider: 'hub', form: 'withdrawal by QR code', operation: 'withdrawal.code' },
  { provider: 'hub', form: 'internal transfer', operation: 'transfer.create' },
  { provider: 'hub', form: 'refund of a charge', operation: 'refund.create' },
  { provider: 'hub', form: 'refund of a deposit', operation: 'refund.create' },
  { provider: 'hub', form: 'new Pix key', operation: 'pix-key.create' },
  { provider: 'hub', form: 'default Pix key', operation: 'pix-key.default' },
  { provider: 'hub', form: 'removal of a Pix key', operation: 'pix-key.remove' },
  { provider: 'card', form: 'charge', operation: 'card-charge.create' },
  { provider: 'card', form: 'reversal', operation: 'card-charge.reverse' },
  { provider: 'card', form: 'amount of a recurrence', operation: 'recurrence.amount' },
  { provider: 'card', form: 'end of a recurrence', operation: 'recurrence.deactivate' },
  { provider: 'card', form: 'return of a recurrence', operation: 'recurrence.reactivate' },
] as const satisfies readonly { provider: Provider; form: string; operation: string }[];
export type MoneyKind = (typeof KINDS)[number];
export const nameOf = ({ provider, form }: MoneyKind) => `${provider}: ${form}`;

/** The first state that the account's form shows, and the reason of a rejection. */
export type First =
  | 'confirmed'
  | 'unknown'
  | 'rejected (never_sent)'
  | 'rejected (provider)'
  | 'rejected (conflict)';

/** Effect of the call at the provider: none (false), or complete before the answer (true). */
type Answered = { applied: boolean; times?: number };
export type Act =
  | { does: 'refuse-connection' | 'wrong-certificate' }
  | (Answered & { does: 'reset' | 'silence' | 'cut' | 'html' | 'empty' | 'huge' | 'error-200' })
  | (Answered & { does: 'status'; status: number; retryAfterSeconds?: number })
  /** Byte by byte: within the time limit, or far beyond it. */
  | { does: 'drip'; applied: true; within: boolean }
  /** Every token issued until now ends during the call. */
  | { does: 'end-tokens' }
  /** The provider's clock is an hour off, and the answer is lost. */
  | { does: 'clock'; applied: true; hours: 1 | -1 }
  /** A valid answer about something else. */
  | { does: 'lie'; applied: boolean; about: 'reference' | 'amount' }
  /** The sending process dies before it reads the answer. */
  | { does: 'die'; applied: boolean }
  /** Another process considers the sender dead and takes the call over before its answer arrives. */
  | { does: 'take-over'; applied: true }
  /** Sent twice at the same time. */
  | { does: 'twice'; applied: true };

export type FaultRow = {
  name: string;
  act: Act;
  first: First | Record<Provider, First>;
  /** Also correct: TLS 1.3 may report a rejected certificate as a broken connection. */
  or?: Partial<Record<Provider, First>>;
  /** Only the kinds that send a client reference, which the answer repeats. */
  only?: 'referenced';
};

const before = (does: 'reset' | 'silence' | 'cut' | 'html' | 'empty' | 'huge', name: string): FaultRow => ({
  name: `${name}, not applied`,
  act: { does, applied: false },
  first: 'unknown',
});
const after = (does: 'reset' | 'silence' | 'cut' | 'html' | 'empty' | 'huge', name: string): FaultRow => ({
  name: `${name}, applied`,
  act: { does, applied: true },
  first: 'unknown',
});
const status = (code: number, first: FaultRow['first'], applied = false): FaultRow => ({
  name: `${code}${applied ? ', applied' : ''}`,
  act: { does: 'status', status: code, applied },
  first,
});
const RENEWED = { pix: 'rejected (provider)', hub: 'confirmed', card: 'confirmed' } as const;

export const FAULTS: readonly FaultRow[] = [
  { name: 'refused connection', act: { does: 'refuse-connection' }, first: 'rejected (never_sent)' },
  {
    name: 'wrong certificate',
    act: { does: 'wrong-certificate' },
    first: 'rejected (never_sent)',
    or: { card: 'unknown' },
  },
  before('reset', 'reset'),
  after('reset', 'reset'),
  before('silence', 'time-out'),
  after('silence', 'time-out'),
  {
    name: 'slow body within the limit',
    act: { does: 'drip', applied: true, within: true },
    first: 'confirmed',
  },
  {
    name: 'slow body beyond the limit',
    act: { does: 'drip', applied: true, within: false },
    first: 'unknown',
  },
  before('cut', 'JSON that breaks off'),
  after('cut', 'JSON that breaks off'),
  before('html', 'HTML in a 200'),
  after('html', 'HTML in a 200'),
  before('empty', 'empty body'),
  after('empty', 'empty body'),
  before('huge', '5 MB that say nothing'),
  after('huge', '5 MB that say nothing'),
  { name: 'a 200 with an error body', act: { does: 'error-200', applied: false }, first: 'unknown' },
  status(401, RENEWED),
  {
    name: '401 again and again',
    act: { does: 'status', status: 401, applied: false, times: 3 },
    first: 'rejected (provider)',
  },
  { name: 'tokens end in flight', act: { does: 'end-tokens' }, first: 'confirmed' },
  status(403, 'rejected (provider)'),
  status(408, 'unknown'),
  status(408, 'unknown', true),
  status(409, 'rejected (provider)'),
  status(422, 'rejected (provider)'),
  {
    name: '429 with a wait',
    act: { does: 'status', status: 429, applied: false, retryAfterSeconds: 2 },
    first: 'rejected (provider)',
  },
  status(429, 'rejected (provider)'),
  status(424, 'unknown'),
  status(424, 'unknown', true),
  status(500, 'unknown'),
  status(500, 'unknown', true),
  status(502, 'unknown', true),
  status(503, 'unknown'),
  status(504, 'unknown', true),
  {
    name: 'provider’s clock an hour ahead, answer lost',
    act: { does: 'clock', applied: true, hours: 1 },
    first: 'unknown',
  },
  {
    name: 'provider’s clock an hour behind, answer lost',
    act: { does: 'clock', applied: true, hours: -1 },
    first: 'unknown',
  },
  {
    name: 'a 200 that names another reference, not applied',
    act: { does: 'lie', about: 'reference', applied: false },
    first: 'unknown',
    only: 'referenced',
  },
  {
    name: 'a 200 that names another reference, applied',
    act: { does: 'lie', about: 'reference', applied: true },
    first: { pix: 'confirmed', hub: 'confirmed', card: 'unknown' },
    only: 'referenced',
  },
  {
    name: 'a 200 that names another amount, applied',
    act: { does: 'lie', about: 'amount', applied: true },
    first: { pix: 'confirmed', hub: 'confirmed', card: 'unknown' },
    only: 'referenced',
  },
  { name: 'killed before the answer, not applied', act: { does: 'die', applied: false }, first: 'unknown' },
  { name: 'killed before the answer, applied', act: { does: 'die', applied: true }, first: 'unknown' },
  {
    name: 'taken for dead, then answered',
    act: { does: 'take-over', applied: true },
    first: 'confirmed',
  },
  { name: 'asked for twice at once', act: { does: 'twice', applied: true }, first: 'confirmed' },
];

export const isReferenced = ({ operation }: MoneyKind) => REFERENCED.has(operation);

/** Kinds whose answers repeat the client reference. */
const REFERENCED: ReadonlySet<string> = new Set([
  'charge.create',
  'withdrawal.key',
  'withdrawal.code',
  'transfer.create',
  'card-charge.create',
]);

export function meets(fault: FaultRow, kind: MoneyKind): boolean {
  // Document 1's token does not expire.
  if (fault.act.does === 'end-tokens' && kind.provider === 'pix') return false;
  return fault.only === undefined || isReferenced(kind);
}

/** Every fault with every kind it applies to; for `npm test`, with one kind of each provider in turn. */
export function pairs({ whole }: { whole: boolean }): { kind: MoneyKind; fault: FaultRow }[] {
  return FAULTS.flatMap((fault, number) =>
    PROVIDERS.flatMap((provider) => {
      const all = KINDS.filter((kind) => kind.provider === provider && meets(fault, kind));
      const chosen = whole || all.length === 0 ? all : all.slice(number % all.length).slice(0, 1);
      return chosen.map((kind) => ({ kind, fault }));
    }),
  );
}

export const firstOf = ({ first }: FaultRow, { provider }: MoneyKind): First =>
  typeof first === 'string' ? first : first[provider];
