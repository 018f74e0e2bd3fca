import 'server-only';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import { saveBlock } from '#lib/accounts/server/account-block.ts';
import { readBody } from '#lib/api/read-body.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { GuicheError } from '#lib/errors.ts';
import { wellFormed } from '#lib/text.ts';
import { type CallbackFacts, readCallback } from '#lib/webhooks/callback-body.ts';
import { readHubCallback } from '#lib/webhooks/hub-callback.ts';
import { afterReceiving } from '#lib/webhooks/server/after-receiving.ts';
import { cardSignature, readCardPostback } from '#lib/webhooks/server/card-postback.ts';
import type { ReceiverRow } from '#lib/webhooks/server/link-receivers.ts';
import { type Place, receiverAt } from '#lib/webhooks/server/receiver-at.ts';
import { storeReceived } from '#lib/webhooks/server/store-received.ts';
import { TEST_EVENT } from '#lib/webhooks/server/test-webhook.ts';
import { type Used, verifyingSecret } from '#lib/webhooks/server/verifying-secret.ts';
import { type Claim, isTimely, type Headers as Names, readClaim } from '#lib/webhooks/signature.ts';
import type { Scheme } from '#lib/webhooks/signature-text.ts';

const MOST_BYTES = 256 * 1024;

/** How callbacks of one API are signed and read. */
type Reader = {
  scheme: Scheme;
  /** The header that names the event. */
  eventHeader: string;
  /** The expected form of the signature header, told when it cannot be read. */
  form: string;
  /** Tells if the account's own secret may have signed it. */
  ofTransaction: (event: string | undefined) => boolean;
  read: (body: string, headers: Names, account: Account) => CallbackFacts | null;
  /** The body as it is stored; absent: as it came. */
  kept?: (body: string, account: Account) => string;
  /** Where the secret is the account's own credential. */
  signature?: (account: Account, claim: Claim, body: Buffer) => Used | 'none' | 'wrong';
};

const READERS: Record<Account['kind'], Reader> = {
  pix: {
    scheme: 'pix',
    eventHeader: 'x-callback-event',
    form: 't=…,v1=…',
    // Only callbacks to a transaction's own address name no event.
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
    // The event stands in the body.
    eventHeader: 'x-webhook-event',
    form: '64 hexadecimal digits',
    ofTransaction: () => true,
    read: (body, _, account) => readCardPostback(account, body)?.facts ?? null,
    kept: (body, account) => readCardPostback(account, body)?.kept ?? '',
    signature: cardSignature,
  },
};

/**
 * Guichê's own receiver: a signed callback is stored once and answered at once; nothing else is waited for. Unsigned,
 * wrongly signed or late 401, no secret yet 503, more than 256 KB 413, another address 404. The ownership challenge
 * (document 3) is answered while the endpoint is not verified, and for a minute after Run again.
 */
export async function receiveCallback({
  account: slug,
  endpoint,
  request,
}: {
  account: string;
  endpoint: string;
  request: Pick<Request, 'headers' | 'body'>;
}): Promise<Response> {
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
      : requireHeld(reader.signature(account, claim, body));
  if (event === TEST_EVENT) return taken();
  // This text is read and kept; the signature is of the bytes.
  const text = wellFormed(body.toString('utf8'));
  const facts = reader.read(text, headers, account);
  if (facts === null)
    throw new GuicheError('invalid_request', 'The callback does not say what it is about.', {
      fields: [{ field: 'body', message: 'no_transaction' }],
    });
  const { receiver } = place;
  // Before it is stored: what fails here comes again.
  if (facts.block !== undefined) await saveBlock(receiver.accountId, facts.block, 'event');
  const isNew = await storeReceived({
    receiver,
    headers,
    body: reader.kept?.(text, account) ?? text,
    facts,
    used,
  });
  afterReceiving(receiver.accountId, facts, used, isNew);
  return taken();
}

const taken = () => Response.json({ received: true }, { headers: { 'cache-control': 'no-store' } });

type Found = { place: Place; reader: Reader; account: Account };

async function requirePlace(slug: string, endpoint: string): Promise<Found> {
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

async function requireSignature(
  place: Place,
  claim: Claim,
  body: Buffer,
  ofTransaction: boolean,
): Promise<Used> {
  const used = verifyingSecret(place, claim, body, ofTransaction);
  if (typeof used === 'object' && !used.old) return used;
  // The remembered secrets may be from before a rotation, or older than a replaced one may be.
  const now = await receiverAt(place.receiver.endpoint, { fresh: true });
  if (now === null) throw noEndpoint();
  return requireHeld(verifyingSecret(now, claim, body, ofTransaction));
}

function requireHeld(verified: Used | 'none' | 'wrong'): Used {
  if (typeof verified === 'object') return verified;
  if (verified === 'wrong') throw unsigned('The signature does not hold.');
  throw new GuicheError('unavailable', 'No secret is stored to verify with.', { retryAfterSeconds: 60 });
}

const unsigned = (why: string) => new GuicheError('unauthenticated', why);
