import 'server-only';
import { randomUUID } from 'node:crypto';
import { type Account, accountById, openCredentials } from '#lib/accounts/server/account.ts';
import { saveBlock } from '#lib/accounts/server/account-block.ts';
import { readBody } from '#lib/api/steps/parse.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { sleep } from '#lib/core/sleep.ts';
import { cut, wellFormed } from '#lib/core/text.ts';
import { insertBatched } from '#lib/data/batched-insert.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { erasedForms, formsIn, transactionForm } from '#lib/data/erasure/erased-index.ts';
import { runDetached } from '#lib/data/jobs/background.ts';
import { enqueue } from '#lib/data/jobs/queue.ts';
import { withPartitions } from '#lib/data/partitions.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { announce } from '#lib/events/server/announce.ts';
import { onCallbacks } from '#lib/operations/server/late-confirmation.ts';
import { portFor } from '#lib/providers/registry.ts';
import {
  type CallbackFacts,
  dedupeKeyOf,
  readCallback,
  readHubCallback,
} from '#lib/webhooks/callback-body.ts';
import { type Used, verifyingSecret } from '#lib/webhooks/server/issued.ts';
import { type Place, type ReceiverRow, receiverAt } from '#lib/webhooks/server/registry.ts';
import { type Proof, resolveRotationBy } from '#lib/webhooks/server/rotate-secret.ts';
import { TEST_EVENT } from '#lib/webhooks/server/test-webhook.ts';
import { type Claim, isSignedWith, isTimely, readClaim } from '#lib/webhooks/signature.ts';
import type { Headers as Names, Scheme } from '#lib/webhooks/signature-text.ts';

const MOST_BYTES = 256 * 1024;

/** How callbacks of one API are signed and parsed. */
type Reader = {
  scheme: Scheme;
  /** Header with the event's name. */
  eventHeader: string;
  /** Expected form of the signature header, shown in the error. */
  form: string;
  /** True if the account's own secret may have signed it. */
  ofTransaction: (event: string | undefined) => boolean;
  read: (body: string, headers: Names, account: Account) => CallbackFacts | null;
  /** Used if the secret is one of the account's credentials. */
  signature?: (account: Account, claim: Claim, body: Buffer) => Used | 'none' | 'wrong';
};

/** A card account's secret is part of its credentials; Guichê never rotates it. */
function cardSignature(account: Account, claim: Claim, body: Buffer): Used | 'none' | 'wrong' {
  const { webhookSecret } = openCredentials(account);
  if (webhookSecret === undefined) return 'none';
  return isSignedWith(claim, body, webhookSecret)
    ? { target: 'account', secretId: null, old: false, signedAt: claim.atMs }
    : 'wrong';
}

/** Reads a card postback (document 3), stored without card data. Null if the body names no charge. */
function readCardPostback(account: Account, body: string): CallbackFacts | null {
  const postback = portFor(account).card?.readPostback(body) ?? null;
  if (postback === null) return null;
  const { event, charge } = postback;
  const { id, externalId, statusCode, status, recurrenceCycle } = charge;
  return {
    transactionId: cut(id, 128),
    event,
    status: statusCode === null ? status : String(statusCode),
    infraction: null,
    ...(externalId === null ? {} : { clientReference: cut(externalId, 64) }),
    deliveryId: JSON.stringify(['card', event, id, statusCode ?? status, recurrenceCycle]),
    features: ['card', 'deliveries'],
    storedBody: JSON.stringify({ event, data: charge }),
  };
}

const READERS: Record<Account['kind'], Reader> = {
  pix: {
    scheme: 'pix',
    eventHeader: 'x-callback-event',
    form: 't=…,v1=…',
    // Only callbacks to a transaction's own address have no event.
    ofTransaction: (event) => event === undefined,
    read: (body, headers) => readCallback(body, headers['x-callback-event']),
  },
  hub: {
    scheme: 'hub',
    eventHeader: 'x-service-event',
    form: 'sha256=…',
    // Document 2 sends the same headers to an operation's callbackUrl.
    ofTransaction: () => true,
    read: readHubCallback,
  },
  card: {
    scheme: 'card',
    // The event is in the body.
    eventHeader: 'x-webhook-event',
    form: '64 hexadecimal digits',
    ofTransaction: () => true,
    read: (body, _, account) => readCardPostback(account, body),
    signature: cardSignature,
  },
};

/** Callbacks come in bursts; their follow-up work runs once per this many ms. */
const GATHERED_MS = 250;

type Waiting = { features: Set<string>; references: Set<string>; proofs: Map<string, Proof> };

const waiting = new Map<string, Waiting>();

/**
 * Queues follow-up work that the answer does not wait for: refresh open pages, settle a rotation or look up a
 * payment with an unknown result, re-read disputes.
 */
export function afterReceiving(accountId: string, facts: CallbackFacts, used: Used, isNew: boolean): void {
  if (waiting.size === 0) runDetached('what follows callbacks', flush);
  const known = waiting.get(accountId) ?? { features: new Set(), references: new Set(), proofs: new Map() };
  waiting.set(accountId, known);
  const dispute = isNew && facts.event.startsWith('INFRACTION_');
  const usual = ['deliveries', ...(isNew ? ['transactions', 'payments', 'statement', 'overview'] : [])];
  for (const feature of facts.features ?? usual) known.features.add(feature);
  if (dispute) known.features.add('disputes');
  const before = known.proofs.get(used.secretId ?? '');
  // Of several callbacks with one secret, takes the new one with the latest signing time as proof.
  if (used.secretId !== null && (before?.isNew !== true || (isNew && used.signedAt > before.signedAt)))
    known.proofs.set(used.secretId, { ...used, isNew });
  if (isNew && facts.clientReference !== undefined) known.references.add(facts.clientReference);
  if (dispute)
    runDetached('a dispute that a callback named', () =>
      enqueue('dispute-changed', { accountId, disputeId: facts.infraction?.id ?? null }),
    );
}

async function flush(): Promise<void> {
  await sleep(GATHERED_MS);
  const all = [...waiting];
  waiting.clear();
  for (const [accountId, { features, references, proofs }] of all) {
    const topics = [...features].map((name) => [name]);
    runDetached('open pages', () => announce(db(), accountId, topics));
    if (references.size > 0)
      runDetached('payments of callbacks', () => onCallbacks(accountId, [...references]));
    for (const one of proofs.values())
      runDetached('secrets of callbacks', () => resolveRotationBy(accountId, one));
  }
}

type Incoming = { account: string; endpoint: string; request: Pick<Request, 'headers' | 'body'> };

/**
 * Guichê's own receiver stores each signed callback once and answers at once. Unsigned, wrongly signed or
 * late: 401; no secret yet: 503; over 256 KB: 413; unknown address: 404. It answers the ownership challenge
 * (document 3) until verified, and for a minute after Run again.
 */
export async function receiveCallback({ account: slug, endpoint, request }: Incoming): Promise<Response> {
  const { place, reader, account } = await requirePlace(slug, endpoint);
  const headers = Object.fromEntries(request.headers);
  const challenge = headers['x-callback-challenge'];
  const signed = headers['x-callback-signature'] !== undefined;
  if (reader === READERS.pix && challenge !== undefined && !signed)
    return answerChallenge(endpoint, challenge);
  const claim = requireClaim(reader, headers);
  const body = await readBody(request, MOST_BYTES, 'A callback has at most 256 KB.');
  const event = headers[reader.eventHeader];
  const used =
    reader.signature === undefined
      ? await requireSignature(place, claim, body, reader.ofTransaction(event))
      : requireVerified(reader.signature(account, claim, body));
  if (event === TEST_EVENT) return receivedReply();
  // The text is parsed and stored; the signature covers the bytes.
  const text = wellFormed(body.toString('utf8'));
  const facts = reader.read(text, headers, account);
  if (facts === null)
    throw invalidField('body', 'no_transaction', 'The callback does not say what it is about.');
  const { receiver } = place;
  // Runs before the callback is stored: if it fails, the provider sends the callback again.
  if (facts.block !== undefined) await saveBlock(receiver.accountId, facts.block, 'event');
  const isNew = await storeReceived({ receiver, headers, body: facts.storedBody ?? text, facts, used });
  afterReceiving(receiver.accountId, facts, used, isNew);
  return receivedReply();
}

const receivedReply = () => Response.json({ received: true }, { headers: { 'cache-control': 'no-store' } });

async function requirePlace(slug: string, endpoint: string) {
  const place = /^[0-9a-f]{32}$/.test(endpoint) ? await receiverAt(endpoint, { fresh: false }) : null;
  const account = place === null ? null : await accountById(place.receiver.accountId);
  if (place === null || account === null || account.slug !== slug) throw noEndpoint();
  return { place, reader: READERS[account.kind], account };
}

const noEndpoint = () => new GuicheError('not_found', 'No endpoint is here.');

async function answerChallenge(endpoint: string, token: string): Promise<Response> {
  const place = await receiverAt(endpoint, { fresh: true });
  if (place === null || !isOpen(place.receiver) || !/^[\x21-\x7e]{1,512}$/.test(token))
    throw unsigned('No check is under way.');
  return Response.json({ challenge: token }, { headers: { 'cache-control': 'no-store' } });
}

const isOpen = ({ ownership, challengeUntil }: ReceiverRow) =>
  ownership !== 'verified' || (challengeUntil?.getTime() ?? 0) > databaseNow();

function requireClaim({ scheme, form }: Reader, headers: Names): Claim {
  const claim = readClaim(scheme, headers);
  if (claim === 'header_missing') throw unsigned('The callback is not signed.');
  if (claim === 'header_form') throw unsigned(`The signature header is not of the form ${form}.`);
  if (!isTimely(claim, databaseNow())) throw unsigned('The signature’s time is outside 300 seconds.');
  return claim;
}

async function requireSignature(place: Place, claim: Claim, body: Buffer, ofTransaction: boolean) {
  const used = verifyingSecret(place, claim, body, ofTransaction);
  if (typeof used === 'object' && !used.old) return used;
  // The cached secrets may be older than a rotation, or past a replaced secret's grace.
  const now = await receiverAt(place.receiver.endpoint, { fresh: true });
  if (now === null) throw noEndpoint();
  return requireVerified(verifyingSecret(now, claim, body, ofTransaction));
}

function requireVerified(verified: Used | 'none' | 'wrong'): Used {
  if (typeof verified === 'object') return verified;
  if (verified === 'wrong') throw unsigned('The signature does not hold.');
  throw new GuicheError('unavailable', 'No secret is stored to verify with.', { retryAfterSeconds: 60 });
}

const unsigned = (why: string) => new GuicheError('unauthenticated', why);

type Received = { receiver: ReceiverRow; headers: Names; body: string; facts: CallbackFacts; used: Used };

const SHOWN = /^(content-type|content-length|user-agent|date|x-request-id|x-(callback|service|webhook)-.+)$/;
const LONGEST = 500;

/** Stores a callback, or counts a repeat. Returns true if it is new. */
export async function storeReceived({ receiver, headers, body, facts, used }: Received): Promise<boolean> {
  const { accountId, endpoint, webhookId } = receiver;
  const attempt = Number(headers['x-callback-attempt']);
  const erased = await erasedForms();
  const ofErased = erased(() => formsIn(jsonOr(body)).add(transactionForm(accountId, facts.transactionId)));
  const row = {
    id: randomUUID(),
    accountId,
    endpoint,
    webhookId,
    dedupeKey: dedupeKeyOf(facts),
    transactionId: facts.transactionId,
    event: facts.event,
    status: facts.status,
    infractionId: facts.infraction?.id ?? null,
    infractionStatus: facts.infraction?.status ?? null,
    attempt: Number.isInteger(attempt) && attempt > 0 && attempt < 100_000 ? attempt : null,
    headers: storedHeaders(headers),
    // PostgreSQL text cannot store this character.
    body: ofErased ? '' : body.replaceAll('\u0000', ''),
    signature: used.old ? 'old_secret' : 'holds',
  };
  return store(row);
}

type NewRow = Omit<typeof receivedCallbacks.$inferInsert, 'receivedAt' | 'lastReceivedAt'>;

/** Returns for each row whether it is new; a repeat is counted on its existing row and returns no row. */
const store = insertBatched<NewRow, boolean>(async (rows) => {
  // Sorts by key, so that two instances storing the same callbacks lock rows in the same order.
  const inOrder = rows.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  const values = inOrder.map((row) => ({ ...row, receivedAt: dbNow, lastReceivedAt: dbNow }));
  const stored = await withPartitions(() =>
    db().insert(receivedCallbacks).values(values).returning({ id: receivedCallbacks.id }),
  );
  const fresh = new Set(stored.map(({ id }) => id));
  return rows.map(({ id }) => fresh.has(id));
});

const keyOf = ({ accountId, dedupeKey }: NewRow) => `${accountId} ${dedupeKey}`;

/** Parses the body, so that escaped text is found too; text that is not JSON is returned unchanged. */
function jsonOr(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function storedHeaders(headers: Names): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => SHOWN.test(name));
  return Object.fromEntries(
    shown.slice(0, 40).map(([name, value]) => [name, cut(wellFormed(value ?? ''), LONGEST)]),
  );
}
