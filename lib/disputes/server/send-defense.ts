import 'server-only';
import { eq } from 'drizzle-orm';
import type { Ctx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { disputeDrafts, disputeIndexes } from '#lib/data/schema/disputes.ts';
import { characters, plainText } from '#lib/disputes/letter.ts';
import { mayBeWithBank, stateOf } from '#lib/disputes/rules.ts';
import {
  type Composed,
  type ComposedFile,
  composeDefense,
  type Letter,
  letterPdf,
  previewOf,
} from '#lib/disputes/server/compose-defense.ts';
import {
  bytesOf,
  defenseOf,
  isSent,
  type Of,
  OtherVersion,
  otherVersion,
  requireDefenses,
  rowsOf,
  saveReceipt,
  sentThrough,
  storedDraft,
} from '#lib/disputes/server/defense-store.ts';
import { type DisputePort, limitsOf, namesOf } from '#lib/disputes/server/disputes-of.ts';
import { readDispute } from '#lib/disputes/server/read-dispute.ts';
import { requestSync } from '#lib/disputes/server/request-sync.ts';
import {
  type LookUp,
  mayBeSent,
  type OperationKind,
  type OperationRow,
  type SentAgo,
} from '#lib/operations/server/kind.ts';
import { openOperation, performAndAnswer } from '#lib/operations/server/perform.ts';
import { asAlreadyDone, isRefusedAs, nothingWasTried } from '#lib/operations/server/reconcile.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';
import type { Call, DefenseForm, UploadFile } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { Defense, Infraction } from '#lib/providers/records.ts';

export type DefenseInput = { version: number; digest?: string | undefined } | { text: string };

/** Thrown in the transaction; `alreadySent` then reads the defense outside it. */
class AlreadySent extends Error {}

/**
 * Document 1, POST /user/infractions/{id}/defenses, at most once: the stored version, or a text. Throws
 * `conflict` (another send under way, another version, closed), `already_done` with the existing defense,
 * `invalid_request` naming the obstacles. Answers with the operation: 201 confirmed, 202 unknown yet.
 */
export async function sendDefense({ ctx, id, body }: Args<'POST /disputes/{id}/defenses'>): Promise<Reply> {
  const of = requireDefenses(ctx, id);
  await refuseDuplicate(of);
  const { infraction, defensesUnknown } = await answerable(ctx, id).catch(async (error: unknown) => {
    // A colleague may have sent one during the read; the error then names them as the sender.
    await refuseDuplicate(of);
    throw error;
  });
  const { text, files, letter } = await compose(ctx, infraction, of, body);
  const { status, protocol, defenses } = infraction;
  const before = {
    status,
    ids: defenses.map((defense) => defense.id),
    ...(defensesUnknown && { untold: true as const }),
  };
  const version = 'version' in body ? body.version : null;
  const operation = {
    target: id,
    request: { text, files, letter, before },
    intent: { version, characters: characters(text), files: files.length, protocol },
    within: (tx: Transaction) => assertUnchanged(tx, of, version),
  };
  try {
    return await performAndAnswer(ctx, DEFENSE, operation, { status: 201 });
  } catch (error) {
    if (error instanceof OtherVersion) throw await otherVersion(ctx, id);
    if (error instanceof AlreadySent) throw await alreadySent(of);
    throw error;
  }
}

/** Throws if a defense is being sent or was sent. In this order: one under way becomes a sent one. */
async function refuseDuplicate(of: Of): Promise<void> {
  const open = await openOperation(db(), of.accountId, DEFENSE.name, of.disputeId);
  if (open !== null)
    throw new GuicheError('conflict', 'A defense is already under way.', { operationId: open.id });
  if ((await sentThrough(of)) !== null) throw await alreadySent(of);
}

/** Locks the draft's row, so a colleague cannot save until the operation is stored. */
async function assertUnchanged(tx: Transaction, of: Of, version: number | null): Promise<void> {
  if (await isSent(tx, of)) throw new AlreadySent();
  if (version === null) return;
  const [draft] = await tx
    .select({ version: disputeDrafts.version })
    .from(disputeDrafts)
    .where(rowsOf(disputeDrafts, of))
    .for('update');
  if (draft?.version !== version) throw new OtherVersion();
}

/** The current dispute, if it may still be answered. `defensesUnknown`: its defenses could not be read. */
async function answerable(
  ctx: Ctx,
  id: string,
): Promise<{ infraction: Infraction; defensesUnknown: boolean }> {
  const { infraction, raw } = await readDispute(ctx, id);
  const state = stateOf({ ...infraction, defended: infraction.defenses.length > 0 });
  if (state === 'closed')
    throw new GuicheError('conflict', 'The dispute is closed.', {
      existing: { state, status: infraction.status },
    });
  // Some providers list defenses only on this route. If it fails, sending goes on: the deadline passes.
  const own = await ctx
    .part('disputes')
    .defenses(id, ctx.call)
    .catch((error: unknown) => {
      if (!(error instanceof GuicheError)) throw error;
      return 'failed' as const;
    });
  const listed = typeof own === 'object' && own !== null;
  const defenses = listed && own.length > 0 ? own : infraction.defenses;
  if (state === 'answered' || defenses.length > 0) throw alreadyDone(defenses.at(-1) ?? null);
  // Without the route, the dispute itself lists them, unless only the index's copy could be read.
  const defensesUnknown = own === 'failed' || (own === null && raw === null);
  return { infraction: { ...infraction, defenses }, defensesUnknown };
}

const existing = (defense: Defense | null) => ({ defense, sentBy: null, at: defense?.createdAt ?? null });

const alreadyDone = (defense: Defense | null) =>
  new GuicheError('already_done', 'A defense was already sent.', { existing: existing(defense) });

async function alreadySent(of: Of): Promise<GuicheError> {
  const sent = await sentThrough(of);
  if (sent === null) return alreadyDone(null);
  const sentBy = (await namesOf([sent.sentBy]))(sent.sentBy);
  return new GuicheError('already_done', 'A defense was already sent.', {
    operationId: sent.operationId,
    existing: { defense: defenseOf(sent), sentBy, at: sent.sentAt.toISOString() },
  });
}

/** Throws `invalid_request` naming the obstacles, `conflict` if the version or its content is another. */
async function compose(ctx: Ctx, infraction: Infraction, of: Of, body: DefenseInput): Promise<Composed> {
  const limit = limitsOf(ctx.account).characters;
  const composed =
    'text' in body ? plain(plainText(body.text), limit) : await stored(ctx, infraction, of, body);
  const fields = composed.obstacles.map((message) => ({ field: 'defense', message }));
  if (fields.length > 0)
    throw new GuicheError('invalid_request', 'The defense cannot be sent as it is.', { fields });
  return composed;
}

function plain(text: string, limit: number): Composed {
  const obstacles = characters(text) > limit ? ['too_long'] : [];
  return { version: 0, text, files: [], letter: null, obstacles, signs: [], digest: '' };
}

async function stored(
  ctx: Ctx,
  infraction: Infraction,
  of: Of,
  { version, digest }: Extract<DefenseInput, { version: number }>,
): Promise<Composed> {
  const draft = await storedDraft(of);
  if (draft.version !== version) throw await otherVersion(ctx, of.disputeId);
  const composed = await composeDefense(ctx, infraction, draft);
  if (digest === undefined || digest === composed.digest) return composed;
  throw new GuicheError('conflict', 'What would be sent is no longer what was shown.', {
    existing: previewOf(composed, limitsOf(ctx.account).characters, []),
  });
}

/** What is sent, and the dispute before it: by this the look-up distinguishes an older defense. */
type DefenseRequest = {
  text: string;
  files: ComposedFile[];
  letter: Letter | null;
  /** `untold`: the earlier defenses could not be read, so empty `ids` do not mean that there were none. */
  before: { status: string | null; ids: (string | null)[]; untold?: true };
};
/** `form`: the body format that the provider accepted. */
type DefenseValue = { defense: Defense | null; form: DefenseForm | null };

/** A defense whose answer was lost is sent once more, after a read shows no defense. */
const MOST_SENDS = 2;

export const DEFENSE: OperationKind<DefenseRequest, DefenseValue> = {
  name: 'defense',
  permission: 'dispute',
  stepUp: false,
  // The operator confirmed it, and the deadline may be minutes away.
  afterCrash: 'send',
  repeatable: false,
  // Allows for waiting out a 429 and for a second try in the other form.
  sendsLongerBy: 120_000,
  touches: ['disputes'],
  async send({ row, request, port, change }) {
    const { disputes } = port;
    if (disputes?.defend === undefined)
      return { kind: 'refused', error: new GuicheError('not_supported', 'No defenses here.'), sent: false };
    const [form, files] = await Promise.all([learntForm(row.accountId), filesOf(request)]);
    const outcome = await disputes.defend(row.target, { text: request.text, files, form }, change);
    if (!isRefusedAs(outcome, 'PZK212') || mayBeSent(row)) return outcome;
    return asAlreadyDone(outcome, await existingOf(disputes, row.target));
  },
  lookUp: async ({ row, request, port, call, ago }) =>
    port.disputes === undefined
      ? { found: 'unsure' }
      : lookUpDefense(port.disputes, row, request, { call, again: isDue(row, ago) }),
  refusal(error, row) {
    if (!mayBeSent(row)) return 'rejected';
    return error.details.provider?.code === 'PZK212' ? 'confirmed' : 'unknown';
  },
  async settled(tx, { row, request, state, value }) {
    await requestSync(tx, row.accountId);
    if (state !== 'confirmed') return;
    if (value?.form)
      await tx.update(disputeIndexes).set({ defenseForm: value.form }).where(indexOf(row.accountId));
    const files = request.files.map(({ name, mimeType, size }) => ({ name, mimeType, size }));
    await saveReceipt(tx, keyOf(row), {
      operationId: row.id,
      sentBy: row.operatorId,
      sentAt: row.sentAt ?? row.createdAt,
      receipt: { text: request.text, files, defense: value?.defense ?? null },
    });
  },
  showThere: ({ defense }) => existingAnswer(defense),
  show: (value) => ({ defense: redact(value?.defense ?? null) }),
  showOnce: async (_ctx, row) => {
    const sent = await sentThrough(keyOf(row));
    return { defense: sent && defenseOf(sent) };
  },
};

const keyOf = ({ accountId, target }: OperationRow): Of => ({ accountId, disputeId: target });
const indexOf = (accountId: string) => eq(disputeIndexes.accountId, accountId);

/** Removes texts and files: operation rows and repeated answers hold no personal data. */
const redact = (defense: Defense | null) => defense && { ...defense, text: null, files: [] };

/** The defense that already exists, sent from the provider's own panel. */
const existingAnswer = (defense: Defense | null) => ({ ...existing(defense), defense: redact(defense) });

/** On the first send, the existing defense came from the provider's own panel; the refusal includes it. */
async function existingOf(port: DisputePort, id: string) {
  const now = await defensesNow(port, id, SHARED_CALL).catch(() => null);
  return existingAnswer(now?.defenses.at(-1) ?? null);
}

/** `reported`: the provider lists its defenses somewhere, so an empty list means none. */
type Now = { defenses: Defense[]; status: string | null; reported: boolean };

/** From their own route, else from the dispute's history; `status` is null if the dispute was not read. */
async function defensesNow(port: DisputePort, id: string, call: Call): Promise<Now> {
  const own = await port.defenses(id, call);
  if (own !== null && own.length > 0) return { defenses: own, status: null, reported: true };
  const { infraction, statesDefenses } = await port.get(id, call);
  const { defenses, status } = infraction;
  return { defenses, status, reported: own !== null || statesDefenses };
}

async function lookUpDefense(
  port: DisputePort,
  row: OperationRow,
  { before, text }: DefenseRequest,
  { call, again }: { call: Call; again: boolean },
): Promise<LookUp<DefenseValue>> {
  const { defenses, status, reported } = await defensesNow(port, row.target, call);
  const answered = (word: string | null) => stateOf({ status: word, defended: false }) === 'answered';
  // The earlier defenses are unknown: only the text identifies ours.
  if (before.untold === true && mayBeSent(row)) {
    const ours = defenses.findLast((one) => one.text !== null && sameText(one.text, text));
    if (ours !== undefined) return { found: 'there', value: { defense: ours, form: null } };
    if (defenses.length > 0 || answered(status)) return { found: 'unsure' };
  }
  const fresh = defenses.filter(({ id }) => id === null || !before.ids.includes(id));
  if (fresh.length > 0 && defenses.length > before.ids.length)
    return { found: 'there', value: { defense: fresh.at(-1) ?? null, form: null } };
  if (answered(status) && !answered(before.status))
    return { found: 'there', value: { defense: null, form: null } };
  // Unsure, and another defense may be one too many: the dispute moved to the banks (perhaps with our
  // answer), a defense replaced another, or the provider lists no defenses.
  const moved = status !== before.status && mayBeWithBank({ status, defended: false });
  const replaced = fresh.some((defense) => defense.id !== null);
  if (moved || replaced || !reported) return { found: 'unsure' };
  // A closed dispute accepts no defense. Ours may have arrived before it closed: look-ups go on a while.
  const closed = stateOf({ status, defended: false }) === 'closed';
  return { found: 'absent', next: closed || !again ? 'wait' : 'send_again' };
}

/** Providers change line ends and accents. */
const sameText = (one: string, other: string) => normalized(one) === normalized(other);
const normalized = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The first send cannot be in flight: the time limit of a change passed, or the provider tried nothing. */
function isDue({ attempts, problem }: OperationRow, { lastMs }: SentAgo): boolean {
  if (attempts >= MOST_SENDS) return false;
  const code = (problem as StoredProblem | null)?.provider?.code;
  return lastMs === null || nothingWasTried(code) || lastMs >= settings().timeLimits.change;
}

async function filesOf({ files, letter }: DefenseRequest): Promise<UploadFile[]> {
  const bytes = await bytesOf(files.flatMap(({ id }) => (id === null ? [] : [id])));
  return Promise.all(
    files.map(async ({ id, name, mimeType }) => {
      const content = id === null ? letter && (await letterPdf(letter)) : bytes.get(id);
      if (!content) throw new Error('A file of a defense is gone.');
      return { name, mimeType, bytes: content };
    }),
  );
}

async function learntForm(accountId: string): Promise<DefenseForm | null> {
  const [row] = await db()
    .select({ form: disputeIndexes.defenseForm })
    .from(disputeIndexes)
    .where(indexOf(accountId));
  return row?.form === 'multipart' || row?.form === 'json' ? row.form : null;
}
