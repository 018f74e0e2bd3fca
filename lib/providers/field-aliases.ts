import 'server-only';
import { type FieldKind, flag, instant, number, raw, text } from '#lib/providers/fields.ts';

/**
 * The table of names for fields that the documents do not show: for each meaning, the names that a service
 * may use, the documents' own first. `objectReader` handles a prefix (`line_id`), another case or an object
 * around it. A reader adds its own document's names (`also`).
 */

export const words = (list: string) => list.split(' ');
export const each = (outer: readonly string[], inner: readonly string[]) =>
  outer.flatMap((one) => inner.map((other) => `${one}.${other}`));

type Of<K extends FieldKind> = (...spellings: readonly string[]) => { kind: K; spellings: readonly string[] };
const meaning =
  <K extends FieldKind>(of: Of<K>, list: string) =>
  (...also: readonly string[]) =>
    of(...also, ...words(list));
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

export const id = meaning(text, 'id _id uuid guid identifier');

/**
 * Names of each kind of record that a change creates, likeliest first; its id may be named after any of them.
 */
const THINGS = {
  payment: words(
    'transaction payment charge deposit withdraw withdrawal payout cashOut transfer internalTransfer operation movement pixTransaction pixPayment',
  ),
  charge: words('charge payment transaction sale operation cardCharge cardPayment cardTransaction'),
  refund: words('refund return devolution reversal operation'),
  report: words('report job export task process operation'),
} as const;
const ID_SUFFIXES = words('Id Uuid Guid Identifier');
/**
 * Names whose `…Code` may be the id. Not those of a payment or a charge, whose `paymentCode` is the paid
 * code.
 */
const CODED = words('operation transaction withdraw withdrawal payout transfer refund reversal');

/**
 * The id of a created record. A name after its kind, the payment or the operation counts only without an
 * `id`: next to one it is another record's id, or a repetition.
 */
export const ownId = (thing: keyof typeof THINGS, ...also: readonly string[]) => ({
  ...id(...also),
  aliases: [
    ...each(THINGS[thing], ID_SUFFIXES).map((name) => name.replace('.', '')),
    ...THINGS[thing].filter((word) => CODED.includes(word)).map((word) => `${word}Code`),
  ],
});
export const state = meaning(text, 'status state situation stage currentStatus');
export const kind = meaning(text, 'type kind category class');
export const method = meaning(text, 'method paymentMethod');
export const direction = meaning(
  text,
  'direction entryDirection movementDirection nature creditDebit debitCredit creditOrDebit side flow cashFlow sign indicator',
);
export const operation = meaning(text, 'operation operationType movement movementType');
export const endToEndId = meaning(
  text,
  'endToEndId e2eId endToEnd e2e endToEndIdentification endToEndIdentifier',
);
export const reference = meaning(
  text,
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
export const hookId = meaning(
  text,
  'paymentId chargeId withdrawId withdrawalId payoutId transferId depositId transactionId',
);
/** The id of the related payment, by its kind. */
export const ofKinds = () => ({
  paymentId: text('chargeId'),
  depositId: text(),
  withdrawId: text('withdrawalId', 'payoutId'),
  transferId: text('internalTransferId'),
});
export const ofDispute = meaning(
  text,
  'disputeId infractionId infraction infractionProtocol protocol disputeProtocol infraction.protocol dispute.protocol dispute',
);
/** The id of a delivery, the same on every attempt. */
export const ofDelivery = meaning(text, 'deliveryId eventId notificationId callbackId messageId id');
export const hoursLeft = meaning(number, 'hoursRemaining hoursLeft remainingHours hoursToDeadline');
export const ofWebhook = meaning(text, 'webhookId webhook');
export const reason = meaning(text, 'reason motive cause justification');
export const cancelled = meaning(text, 'cancellationReason cancelationReason cancelReason');
export const failed = meaning(
  text,
  'failureReason failReason errorReason statusReason failureMessage rejectionReason rejectReason rejectedReason',
);
export const callbackUrl = meaning(text, 'callbackUrl callback notificationUrl postbackUrl webhookUrl');
export const url = meaning(text, 'url uri href link address endpoint targetUrl location');
export const event = meaning(text, 'event eventType eventName trigger');
export const codeImageUrl = meaning(text, 'qrCodeUrl qrCodeImageUrl');
export const txid = meaning(
  text,
  'txid transactionIdentification txIdentifier conciliationId identifier transactionId',
);
export const role = meaning(text, 'role profile userRole');
/** The protocol by which people and banks name a dispute. */
export const protocol = meaning(
  text,
  'protocol protocolNumber protocolId protocolCode infractionProtocol caseNumber',
);
export const openDispute = meaning(
  text,
  'openInfractionProtocol infractionProtocol openInfraction openDisputeProtocol',
);
export const reporter = meaning(
  text,
  'reportedBy reporter openedBy reportedByParticipant claimantSide openedBySide',
);
export const result = meaning(text, 'analysisResult result decision outcome resolution verdict finalResult');
export const resultNote = meaning(
  text,
  'analysisDetails resultDetails decisionDetails outcomeDetails resolutionDetails',
);
/** What caused a statement's line, and which balance it changed. */
export const trigger = meaning(text, 'trigger reason event reasonCode subtype origin.type');
export const balanceKind = meaning(text, 'balanceType balanceKind wallet');
export const stateNote = meaning(text, 'statusDetail statusDescription');
export const dueDay = meaning(text, 'dueDate dueOn maturityDate due');
export const fileName = meaning(text, 'name fileName originalName filename');
export const mimeType = meaning(text, 'mimeType contentType mime type');
/** Free text of a person or a bank about the record. */
const LIKE_A_NOTE = /(?:note|notes|comment|comments|remark|remarks|narrative|statement|explanation)$/;
export const note = (...also: readonly string[]) => ({
  ...meaning(text, 'description comment note message memo additionalInfo remark remarks text')(...also),
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

/** The amount of a dispute: disputed, or blocked for it. */
export const disputed = (...also: readonly string[]) =>
  amount('disputedAmount', 'disputeAmount', 'blockedAmount', 'amountBlocked', ...also);
export const netAmount = meaning(number, 'netAmount net amountNet netValue');
export const grossAmount = meaning(number, 'grossAmount gross amountGross grossValue');
export const fee = meaning(number, 'serviceFee fee serviceFeeCharged feeCharged feeAmount fees tariff');
export const total = meaning(number, 'totalAmount total amountTotal totalValue');
export const debited = meaning(number, 'totalDebited debitedAmount amountDebited debited');
export const refunded = meaning(
  number,
  'refundedAmount refundAmount amountRefunded totalRefunded reversedAmount amountReversed voidedAmount',
);
export const refunding = meaning(
  number,
  'refundInProgressAmount refundingAmount amountRefundInProgress refundPendingAmount',
);
export const refundable = meaning(
  number,
  'refundableAmount amountRefundable availableToRefund refundableBalance',
);
export const rowCount = meaning(number, 'writtenRows rows rowCount totalRows lines');
export const count = meaning(number, 'count quantity totalTransactions transactionCount');
export const originalAmount = meaning(
  number,
  'originalAmount amountOriginal originalValue nominalAmount amount.original amount.originalValue',
);
export const size = meaning(number, 'size bytes sizeBytes fileSize length');
export const secondsLeft = meaning(
  number,
  'expiresIn expiresInSeconds expirationSeconds expiration secondsLeft ttl',
);

export const made = likely(
  instant,
  'createdAt created creationDate createdOn creationTime dateCreated requestedAt insertedAt',
  words('registeredAt registrationDate registeredOn recordedAt enteredAt'),
);
export const changed = meaning(
  instant,
  'updatedAt updated updateDate updatedOn modifiedAt lastUpdate lastUpdatedAt changedAt statusAt',
);
/** A row's only instant, whatever it means. */
export const instantOfRow = meaning(instant, 'date timestamp datetime at time when');
export const paid = meaning(
  instant,
  'paidAt paid paymentDate paidOn confirmedAt completedAt settledAt liquidatedAt',
);
export const booked = meaning(
  instant,
  'postedAt bookedAt postingDate bookingDate effectiveAt effectiveDate occurredAt',
);
export const sent = meaning(instant, 'sentAt submittedAt attemptedAt deliveredAt');
export const opened = meaning(
  instant,
  'reportedAt openedAt openingDate reportDate openDate opened disputedAt',
);
export const answered = meaning(
  instant,
  'answeredAt defendedAt respondedAt repliedAt defenseSentAt defenseAt answerDate responseDate defenseDate',
);
export const decided = meaning(
  instant,
  'resultAt decidedAt analyzedAt analysedAt closedAt finishedAt resolvedAt analysisDate endedAt',
);
export const approved = meaning(instant, 'approvedAt approvalDate approvedOn');
export const rejected = meaning(instant, 'rejectedAt rejectionDate rejectedOn');
export const givenBack = meaning(instant, 'refundedAt refundDate returnedAt returnDate reversedAt');
/** `until`, `dueAt`, `…Deadline…`, `expires…` in any composition. */
const LIKE_A_DEADLINE = /until|dueat|dueon|duedate|dueby|deadline|expir|limitdate|respondby|answerby/;
export const deadline = (...also: readonly string[]) => ({
  ...meaning(instant, 'dueAt expiresAt deadline dueDate limitDate expirationDate respondBy')(...also),
  like: LIKE_A_DEADLINE,
});
/** Start and end of a covered period. */
export const periodFrom = meaning(instant, 'dateFrom from startDate createdAtFrom periodStart');
export const periodTo = meaning(instant, 'dateTo to endDate createdAtTo periodEnd');

export const active = meaning(flag, 'active isActive enabled isEnabled allowed');
export const editable = meaning(
  flag,
  'amountEditable editable isAmountEditable editableAmount allowAmountChange allowsChange canChangeAmount amountChangeable amount.editable amount.canChange',
);
export const truncated = meaning(flag, 'truncated isTruncated');
export const isDefault = meaning(flag, 'isDefault default defaultKey isPrimary');
export const dynamic = meaning(flag, 'isDynamic dynamic');
export const fixedAmount = meaning(flag, 'isAmountFixed amountFixed fixedAmount amount.fixed');
export const passed = meaning(flag, 'verified isVerified passed success');
/** Whether a webhook has a secret; the secret itself is never shown. */
export const signed = meaning(
  flag,
  'hasSecret signed isSigned secretConfigured hasSigningSecret secretDefined',
);
export const issued = meaning(flag, 'exists hasSecret configured isConfigured issued isSet active present');
/** Lists and objects that a reader opens itself. */
export const statusWords = meaning(raw, 'status statuses');
export const typeWords = meaning(raw, 'type types');
export const blockedOperations = meaning(
  raw,
  'blockedOperations operationsBlocked blockedOps blocks operations',
);
export const refunds = meaning(raw, 'refunds refundList refundHistory');
export const defenses = meaning(
  raw,
  'defenseHistory defenses defense defenceHistory defences answers responses',
);
export const disputes = meaning(raw, 'infraction infractions dispute disputes');
export const deliveries = meaning(raw, 'callbackLog callbackLogs callbacks deliveries');
export const files = meaning(raw, 'files attachments documents evidences evidence proofs');
export const events = meaning(raw, 'events eventTypes subscribedEvents eventNames topics subscriptions');
export const metadata = meaning(raw, 'metadata');
export const payload = meaning(raw, 'body payload requestBody sentBody requestPayload content');
export const answer = meaning(raw, 'responseBody response responseText responsePayload responseContent');
export const answerHeaders = meaning(raw, 'responseHeaders');
export const failure = meaning(raw, 'error errorMessage failureReason failure errorDetail');
/** HTTP status and response time of a called URL: a number, or text around one. */
export const httpStatus = meaning(
  text,
  'statusCode httpStatus httpStatusCode responseStatus responseCode httpCode code responseStatusCode',
);
export const tookMs = meaning(
  text,
  'responseTime responseTimeMs duration durationMs elapsed elapsedMs latency latencyMs response.duration',
);

export const available = meaning(
  number,
  'balanceAvailable availableBalance available amountAvailable availableAmount currentBalance free withdrawable',
);
export const blocked = meaning(
  number,
  'balanceBlocked blockedBalance blocked amountBlocked blockedAmount held onHold reserved',
);
export const balanceTotal = (...also: readonly string[]) => total('balanceTotal', 'totalBalance', ...also);

const LEAST = words('ticketMin min minAmount minimum minTicket');
const MOST = words('ticketMax max maxAmount maximum maxTicket');
/**
 * Bounds of an operation: of the object being read (no name), or of one of several (`deposit.min`,
 * `minDeposit`).
 */
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

export const feeFixed = meaning(number, 'feeFixed fixedFee feeAmount');
export const feePercentage = meaning(number, 'feePercentage percentageFee feePercent feeBasisPoints');
/** Daily limit, and how much of it is used. */
export const dailyLimit = (operations: readonly string[]) =>
  raw(...operations.flatMap((one) => [`daily.${one}.limit`, `${one}.limit`, `${one}.daily.limit`]));
export const limit = meaning(number, 'limit dailyLimit value amount total max');
export const used = meaning(number, 'used usage usedToday usedAmount consumed spent');
export const reset = meaning(instant, 'lastReset lastResetAt resetAt');

/** The paid code, as text or as an image, directly or in an object of codes. */
const CODES = words('qrCodeText qrCodeEmv brCode qrCode emv copyPaste pixCopyPaste copyAndPaste payload');
const IN_CODES = words('qrCode pix pix.qrCode');
export const codeText = () => text(...CODES, 'pix.code', ...each(IN_CODES, [...CODES, 'text']));
const IMAGES = words('qrCodeBase64 qrCodeImage qrCodeImageBase64');
export const codeImage = () => text(...IMAGES, ...each(IN_CODES, [...IMAGES, 'image', 'base64']));
export const pixKey = meaning(text, 'pixKey addressingKey dictKey keyValue');
export const pixKeyType = meaning(text, 'pixKeyType pixType keyType addressingKeyType');

/** Fields that documents 1 and 2 lack: a card's answer, its recurrence, currencies. */
export const documentType = meaning(text, 'identityType documentType taxIdType');
export const phone = meaning(text, 'phone phoneNumber mobile cellphone');
export const reasonCode = meaning(number, 'reasonCode reason.code reason.reasonCode');
export const reasonMessage = meaning(text, 'reasonMessage reason.message reason.description reason');
export const returnCode = meaning(text, 'returnCode issuer.code return.code acquirer.code');
export const returnMessage = meaning(text, 'returnMessage issuer.message return.message acquirer.message');
export const acquirerId = meaning(
  text,
  'acquirerTransactionId acquirerId acquirer.id acquirer.transactionId tid nsu',
);
export const installments = meaning(number, 'installments installmentCount');
export const chargebacks = meaning(raw, 'chargebacks chargeback disputes contestations');
export const recurrence = meaning(raw, 'recurrence subscription recurrency recurrent recurring');
export const ofRecurrence = meaning(text, 'recurrenceId recurrentPaymentId subscriptionId recurringId');
export const cycle = meaning(number, 'recurrenceCycle cycle cycleNumber subscriptionCycle');
export const interval = meaning(text, 'interval frequency period periodicity recurrencyInterval');
export const next = meaning(
  instant,
  'nextRecurrency nextRecurrence nextChargeAt nextCharge nextPaymentAt nextDate',
);
export const until = meaning(text, 'endDate endsAt endAt finishDate endsOn');
export const currency = meaning(text, 'code currency currencyCode symbol from base');
export const bid = meaning(number, 'bid rate.bid buy rate.buy bidPrice purchase');
export const ask = meaning(number, 'ask rate.ask sell rate.sell askPrice sale');
export const converted = meaning(
  number,
  'convertedAmount amountConverted convertedValue result brl amountBrl amountInBrl valueBrl brlAmount targetAmount toAmount total output',
);
export const rate = meaning(number, 'rate exchangeRate quote rate.ask ask rate.value');

/** Sums of a period (document 1's summary), by kind, by state and by day. */
export const ofDeposits = meaning(raw, 'deposit deposits');
export const ofWithdrawals = meaning(raw, 'withdraw withdraws withdrawal withdrawals');
export const ofCommissions = meaning(raw, 'commission commissions');
export const byState = meaning(raw, 'statuses status byStatus states');
export const byDay = meaning(raw, 'grouped days byDay');
export const day = meaning(text, 'date day period');

/** Fields of a refusal. */
export const errorCode = meaning(text, 'errorCode code');
export const errorMessage = meaning(text, 'message errorMessage description detail error_description title');
export const requestId = meaning(text, 'requestId traceId correlationId');
export const retryAfter = meaning(number, 'retryAfterSeconds retryAfter');
export const faults = meaning(raw, 'details errors fields violations');
export const faultField = meaning(text, 'field property path param name key');
export const faultMessage = meaning(text, 'message description detail error reason');
export const accessToken = meaning(text, 'token accessToken jwt idToken');
export const scopes = meaning(raw, 'scope scopes permissions');

/** A secret that a provider issues, directly or in an object (`secret: { value }`), likeliest first. */
export const SECRETS = words(
  'newSecret webhookSecret callbackSecret signingSecret signatureSecret secret secretKey secretValue signingKey signatureKey hmacSecret hmacKey sharedSecret',
);
export const INSIDE_A_SECRET = words('value key plain plaintext current text');
/** A file in JSON, likeliest first. */
export const FILES = words(
  'base64 qrCodeBase64 pdfBase64 imageBase64 fileBase64 receiptBase64 proofBase64 pdf image qrCodeImage file proof receipt content data document qrCode',
);
