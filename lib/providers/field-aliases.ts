import 'server-only';
import { type FieldKind, flag, instant, number, raw, text } from '#lib/providers/fields.ts';

/**
 * The names of fields that the documents do not show: for each meaning those that a service may use, the
 * documents' own first. `objectReader` handles a prefix (`line_id`), another case or an object around it. A
 * reader adds its own document's names (`also`).
 */

export const words = (list: string) => list.split(' ');
export const each = (outer: readonly string[], inner: readonly string[]) =>
  outer.flatMap((one) => inner.map((other) => `${one}.${other}`));

type Of<K extends FieldKind> = (...spellings: readonly string[]) => { kind: K; spellings: readonly string[] };
const meaning =
  <K extends FieldKind>(of: Of<K>) =>
  (list: string) =>
  (...also: readonly string[]) =>
    of(...also, ...words(list));
const texts = meaning(text);
const numbers = meaning(number);
const instants = meaning(instant);
const flags = meaning(flag);
const raws = meaning(raw);
/** Like `meaning`, with aliases that count only when none of the other names is present. */
const likely =
  <K extends FieldKind>(of: Of<K>, list: string, aliases: readonly string[]) =>
  (...also: readonly string[]) => ({ ...of(...also, ...words(list)), aliases });

type Spelled = { spellings: readonly string[] };
/** The same field inside one of these objects. */
export const within = <F extends Spelled>(places: readonly string[], field: F): F => ({
  ...field,
  spellings: each(places, field.spellings),
});
/** The same field, here or inside one of these objects. */
export const around = <F extends Spelled>(places: readonly string[], field: F): F => ({
  ...field,
  spellings: [...field.spellings, ...within(places, field).spellings],
});

export const id = texts('id _id uuid guid identifier');

/** Names of each kind of record that a change creates, likeliest first; its id may be named after them. */
const THINGS = {
  payment: words(
    'transaction payment charge deposit withdraw withdrawal payout cashOut transfer internalTransfer operation movement pixTransaction pixPayment',
  ),
  charge: words('charge payment transaction sale operation cardCharge cardPayment cardTransaction'),
  refund: words('refund return devolution reversal operation'),
  report: words('report job export task process operation'),
} as const;
const ID_SUFFIXES = words('Id Uuid Guid Identifier');
/** Names whose `…Code` may be the id. A payment's or charge's `paymentCode` is the paid code. */
const CODED = words('operation transaction withdraw withdrawal payout transfer refund reversal');

/**
 * A name after its kind, the payment or the operation counts only without an `id`: next to one it is another
 * record's id, or a repetition.
 */
export const ownId = (thing: keyof typeof THINGS, ...also: readonly string[]) => ({
  ...id(...also),
  aliases: [
    ...each(THINGS[thing], ID_SUFFIXES).map((name) => name.replace('.', '')),
    ...THINGS[thing].filter((word) => CODED.includes(word)).map((word) => `${word}Code`),
  ],
});
export const state = texts('status state situation stage currentStatus');
export const kind = texts('type kind category class');
export const method = texts('method paymentMethod');
export const direction = texts(
  'direction entryDirection movementDirection nature creditDebit debitCredit creditOrDebit side flow cashFlow sign indicator',
);
export const operation = texts('operation operationType movement movementType');
export const endToEndId = texts('endToEndId e2eId endToEnd e2e endToEndIdentification endToEndIdentifier');
export const reference = texts(
  'clientReference externalReference externalRef externalId clientRef reference referenceCode',
);
/** Names of the payment that a dispute, a delivery or a line belongs to. */
export const PAYMENTS = words(
  'transaction originalTransaction payment charge deposit withdraw withdrawal payout transfer internalTransfer pix operation movement',
);
/** The id of the related payment. */
export const ofPayment = likely(text, 'transactionId transaction transaction.transactionId txId', [
  ...each(PAYMENTS, words('id uuid guid identifier')),
  'tx.id',
]);
/** The id that webhooks use for a payment, in addition to its own (document 2). */
export const hookId = texts(
  'paymentId chargeId withdrawId withdrawalId payoutId transferId depositId transactionId',
);
/** The id of the related payment, by its kind. */
export const ofKinds = () => ({
  paymentId: text('chargeId'),
  depositId: text(),
  withdrawId: text('withdrawalId', 'payoutId'),
  transferId: text('internalTransferId'),
});
export const ofDispute = texts(
  'disputeId infractionId infraction infractionProtocol protocol disputeProtocol infraction.protocol dispute.protocol dispute',
);
/** The id of a delivery, the same on every attempt. */
export const ofDelivery = texts('deliveryId eventId notificationId callbackId messageId id');
export const hoursLeft = numbers('hoursRemaining hoursLeft remainingHours hoursToDeadline');
export const ofWebhook = texts('webhookId webhook');
export const reason = texts('reason motive cause justification');
export const cancelled = texts('cancellationReason cancelationReason cancelReason');
export const failed = texts(
  'failureReason failReason errorReason statusReason failureMessage rejectionReason rejectReason rejectedReason',
);
export const callbackUrl = texts('callbackUrl callback notificationUrl postbackUrl webhookUrl');
export const url = texts('url uri href link address endpoint targetUrl location');
export const event = texts('event eventType eventName trigger');
export const codeImageUrl = texts('qrCodeUrl qrCodeImageUrl');
export const txid = texts(
  'txid transactionIdentification txIdentifier conciliationId identifier transactionId',
);
export const role = texts('role profile userRole');
/** The protocol by which people and banks name a dispute. */
export const protocol = texts(
  'protocol protocolNumber protocolId protocolCode infractionProtocol caseNumber',
);
export const openDispute = texts(
  'openInfractionProtocol infractionProtocol openInfraction openDisputeProtocol',
);
export const reporter = texts('reportedBy reporter openedBy reportedByParticipant claimantSide openedBySide');
export const result = texts('analysisResult result decision outcome resolution verdict finalResult');
export const resultNote = texts(
  'analysisDetails resultDetails decisionDetails outcomeDetails resolutionDetails',
);
/** What caused a statement's line, and which balance it changed. */
export const trigger = texts('trigger reason event reasonCode subtype origin.type');
export const balanceKind = texts('balanceType balanceKind wallet');
export const stateNote = texts('statusDetail statusDescription');
export const dueDay = texts('dueDate dueOn maturityDate due');
export const fileName = texts('name fileName originalName filename');
export const mimeType = texts('mimeType contentType mime type');
/** Free text of a person or a bank about the record. */
const LIKE_A_NOTE = /(?:note|notes|comment|comments|remark|remarks|narrative|statement|explanation)$/;
export const note = (...also: readonly string[]) => ({
  ...texts('description comment note message memo additionalInfo remark remarks text')(...also),
  like: LIKE_A_NOTE,
});

export const amount = likely(
  number,
  'amount value amountValue money sum',
  words('transactionAmount paymentAmount operationAmount movementAmount transactionValue paymentValue'),
);
/** Only for documents with amounts in cents: elsewhere the amount would be a hundred times too large. */
export const IN_CENTS = words('amountInCents amountCents valueInCents valueCents');
/** Account balance before and after an entry, available and blocked. */
const withParts = (names: string, parts: readonly string[]) => [
  ...words(names),
  ...each(words(names), parts),
];
export const balanceBefore = () =>
  number(
    ...words('availableBefore balanceBefore balanceAvailableBefore balance.before'),
    ...withParts('previousBalance before openingBalance', ['available']),
  );
export const balanceAfter = () =>
  number(
    ...words('availableAfter balanceAfter balanceAvailableAfter balance.after balance runningBalance'),
    ...withParts('newBalance after closingBalance', ['available']),
  );
export const blockedBefore = () =>
  number('blockedBefore', ...each(words('previousBalance before'), ['blocked']));
export const blockedAfter = () => number('blockedAfter', ...each(words('newBalance after'), ['blocked']));

export const disputed = (...also: readonly string[]) =>
  amount('disputedAmount', 'disputeAmount', 'blockedAmount', 'amountBlocked', ...also);
export const netAmount = numbers('netAmount net amountNet netValue');
export const grossAmount = numbers('grossAmount gross amountGross grossValue');
export const fee = numbers('serviceFee fee serviceFeeCharged feeCharged feeAmount fees tariff');
export const total = numbers('totalAmount total amountTotal totalValue');
export const debited = numbers('totalDebited debitedAmount amountDebited debited');
export const refunded = numbers(
  'refundedAmount refundAmount amountRefunded totalRefunded reversedAmount amountReversed voidedAmount',
);
export const refunding = numbers(
  'refundInProgressAmount refundingAmount amountRefundInProgress refundPendingAmount',
);
export const refundable = numbers('refundableAmount amountRefundable availableToRefund refundableBalance');
export const rowCount = numbers('writtenRows rows rowCount totalRows lines');
export const count = numbers('count quantity totalTransactions transactionCount');
export const originalAmount = numbers(
  'originalAmount amountOriginal originalValue nominalAmount amount.original amount.originalValue',
);
export const size = numbers('size bytes sizeBytes fileSize length');
export const secondsLeft = numbers('expiresIn expiresInSeconds expirationSeconds expiration secondsLeft ttl');
export const made = likely(
  instant,
  'createdAt created creationDate createdOn creationTime dateCreated requestedAt insertedAt',
  words('registeredAt registrationDate registeredOn recordedAt enteredAt'),
);
export const changed = instants(
  'updatedAt updated updateDate updatedOn modifiedAt lastUpdate lastUpdatedAt changedAt statusAt',
);
/** A row's only instant, whatever it means. */
export const instantOfRow = instants('date timestamp datetime at time when');
export const paid = instants('paidAt paid paymentDate paidOn confirmedAt completedAt settledAt liquidatedAt');
export const booked = instants(
  'postedAt bookedAt postingDate bookingDate effectiveAt effectiveDate occurredAt',
);
export const sent = instants('sentAt submittedAt attemptedAt deliveredAt');
export const opened = instants('reportedAt openedAt openingDate reportDate openDate opened disputedAt');
export const answered = instants(
  'answeredAt defendedAt respondedAt repliedAt defenseSentAt defenseAt answerDate responseDate defenseDate',
);
export const decided = instants(
  'resultAt decidedAt analyzedAt analysedAt closedAt finishedAt resolvedAt analysisDate endedAt',
);
export const approved = instants('approvedAt approvalDate approvedOn');
export const rejected = instants('rejectedAt rejectionDate rejectedOn');
export const refundedAt = instants('refundedAt refundDate returnedAt returnDate reversedAt');
/** `until`, `dueAt`, `…Deadline…`, `expires…` in any composition. */
const LIKE_A_DEADLINE = /until|dueat|dueon|duedate|dueby|deadline|expir|limitdate|respondby|answerby/;
export const deadline = (...also: readonly string[]) => ({
  ...instants('dueAt expiresAt deadline dueDate limitDate expirationDate respondBy')(...also),
  like: LIKE_A_DEADLINE,
});
/** Start and end of a covered period. */
export const periodFrom = instants('dateFrom from startDate createdAtFrom periodStart');
export const periodTo = instants('dateTo to endDate createdAtTo periodEnd');
export const active = flags('active isActive enabled isEnabled allowed');
export const editable = flags(
  'amountEditable editable isAmountEditable editableAmount allowAmountChange allowsChange canChangeAmount amountChangeable amount.editable amount.canChange',
);
export const truncated = flags('truncated isTruncated');
export const isDefault = flags('isDefault default defaultKey isPrimary');
export const dynamic = flags('isDynamic dynamic');
export const fixedAmount = flags('isAmountFixed amountFixed fixedAmount amount.fixed');
export const passed = flags('verified isVerified passed success');
/** Whether a webhook has a secret; the secret itself is never shown. */
export const signed = flags('hasSecret signed isSigned secretConfigured hasSigningSecret secretDefined');
export const issued = flags('exists hasSecret configured isConfigured issued isSet active present');
export const statusWords = raws('status statuses');
export const typeWords = raws('type types');
export const blockedOperations = raws('blockedOperations operationsBlocked blockedOps blocks operations');
export const refunds = raws('refunds refundList refundHistory');
export const defenses = raws('defenseHistory defenses defense defenceHistory defences answers responses');
export const disputes = raws('infraction infractions dispute disputes');
export const deliveries = raws('callbackLog callbackLogs callbacks deliveries');
export const files = raws('files attachments documents evidences evidence proofs');
export const events = raws('events eventTypes subscribedEvents eventNames topics subscriptions');
export const metadata = raws('metadata');
export const payload = raws('body payload requestBody sentBody requestPayload content');
export const answer = raws('responseBody response responseText responsePayload responseContent');
export const answerHeaders = raws('responseHeaders');
export const failure = raws('error errorMessage failureReason failure errorDetail');
/** HTTP status and response time of a called URL: a number, or text around one. */
export const httpStatus = texts(
  'statusCode httpStatus httpStatusCode responseStatus responseCode httpCode code responseStatusCode',
);
export const tookMs = texts(
  'responseTime responseTimeMs duration durationMs elapsed elapsedMs latency latencyMs response.duration',
);

export const available = numbers(
  'balanceAvailable availableBalance available amountAvailable availableAmount currentBalance free withdrawable',
);
export const blocked = numbers(
  'balanceBlocked blockedBalance blocked amountBlocked blockedAmount held onHold reserved',
);
export const balanceTotal = (...also: readonly string[]) => total('balanceTotal', 'totalBalance', ...also);

const LEAST = words('ticketMin min minAmount minimum minTicket');
const MOST = words('ticketMax max maxAmount maximum maxTicket');
/** Bounds of the object being read (no name), or of an operation (`deposit.min`, `minDeposit`). */
const bound =
  (names: readonly string[]) =>
  (operations: readonly string[] = []) =>
    number(...(operations.length === 0 ? names : [...each(operations, names), ...each(names, operations)]));
export const least = bound(LEAST);
export const most = bound(MOST);
export const allowed = (operations: readonly string[]) =>
  flag(
    ...each(words('allow allows can permissions is'), operations),
    ...each(operations, active().spellings),
  );

export const feeFixed = numbers('feeFixed fixedFee feeAmount');
export const feePercentage = numbers('feePercentage percentageFee feePercent feeBasisPoints');
/** Daily limit, and how much of it is used. */
export const dailyLimit = (operations: readonly string[]) =>
  raw(...operations.flatMap((one) => [`daily.${one}.limit`, `${one}.limit`, `${one}.daily.limit`]));
export const limit = numbers('limit dailyLimit value amount total max');
export const used = numbers('used usage usedToday usedAmount consumed spent');
export const reset = instants('lastReset lastResetAt resetAt');

/** The paid code, as text or as an image, directly or in an object of codes. */
const CODES = words('qrCodeText qrCodeEmv brCode qrCode emv copyPaste pixCopyPaste copyAndPaste payload');
const IN_CODES = words('qrCode pix pix.qrCode');
export const codeText = () => text(...CODES, 'pix.code', ...each(IN_CODES, [...CODES, 'text']));
const IMAGES = words('qrCodeBase64 qrCodeImage qrCodeImageBase64');
export const codeImage = () => text(...IMAGES, ...each(IN_CODES, [...IMAGES, 'image', 'base64']));
export const pixKey = texts('pixKey addressingKey dictKey keyValue');
export const pixKeyType = texts('pixKeyType pixType keyType addressingKeyType');

/** Fields that documents 1 and 2 lack: a card's answer, its recurrence, currencies. */
export const documentType = texts('identityType documentType taxIdType');
export const phone = texts('phone phoneNumber mobile cellphone');
export const reasonCode = numbers('reasonCode reason.code reason.reasonCode');
export const reasonMessage = texts('reasonMessage reason.message reason.description reason');
export const returnCode = texts('returnCode issuer.code return.code acquirer.code');
export const returnMessage = texts('returnMessage issuer.message return.message acquirer.message');
export const acquirerId = texts(
  'acquirerTransactionId acquirerId acquirer.id acquirer.transactionId tid nsu',
);
export const installments = numbers('installments installmentCount');
export const chargebacks = raws('chargebacks chargeback disputes contestations');
export const recurrence = raws('recurrence subscription recurrency recurrent recurring');
export const ofRecurrence = texts('recurrenceId recurrentPaymentId subscriptionId recurringId');
export const cycle = numbers('recurrenceCycle cycle cycleNumber subscriptionCycle');
export const interval = texts('interval frequency period periodicity recurrencyInterval');
export const next = instants('nextRecurrency nextRecurrence nextChargeAt nextCharge nextPaymentAt nextDate');
export const until = texts('endDate endsAt endAt finishDate endsOn');
export const currency = texts('code currency currencyCode symbol from base');
export const bid = numbers('bid rate.bid buy rate.buy bidPrice purchase');
export const ask = numbers('ask rate.ask sell rate.sell askPrice sale');
export const converted = numbers(
  'convertedAmount amountConverted convertedValue result brl amountBrl amountInBrl valueBrl brlAmount targetAmount toAmount total output',
);
export const rate = numbers('rate exchangeRate quote rate.ask ask rate.value');

/** Sums of a period (document 1's summary), by kind, by state and by day. */
export const ofDeposits = raws('deposit deposits');
export const ofWithdrawals = raws('withdraw withdraws withdrawal withdrawals');
export const ofCommissions = raws('commission commissions');
export const byState = raws('statuses status byStatus states');
export const byDay = raws('grouped days byDay');
export const day = texts('date day period');

export const errorCode = texts('errorCode code');
export const errorMessage = texts('message errorMessage description detail error_description title');
export const requestId = texts('requestId traceId correlationId');
export const retryAfter = numbers('retryAfterSeconds retryAfter');
export const faults = raws('details errors fields violations');
export const fieldName = texts('field property path param name key');
export const fieldMessage = texts('message description detail error reason');
export const accessToken = texts('token accessToken jwt idToken');
export const scopes = raws('scope scopes permissions');

/** A secret that a provider issues, directly or in an object (`secret: { value }`), likeliest first. */
export const SECRETS = words(
  'newSecret webhookSecret callbackSecret signingSecret signatureSecret secret secretKey secretValue signingKey signatureKey hmacSecret hmacKey sharedSecret',
);
export const INSIDE_A_SECRET = words('value key plain plaintext current text');
/** A file in JSON, likeliest first. */
export const FILES = words(
  'base64 qrCodeBase64 pdfBase64 imageBase64 fileBase64 receiptBase64 proofBase64 pdf image qrCodeImage file proof receipt content data document qrCode',
);
