import 'server-only';
import { eq } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { disputeIndexes } from '#lib/data/schema/disputes.ts';
import { mayBeWithBank, stateOf } from '#lib/disputes/rules.ts';
import { bytesOf } from '#lib/disputes/server/attachments.ts';
import type { ComposedFile } from '#lib/disputes/server/compose-defense.ts';
import type { DisputePort } from '#lib/disputes/server/disputes-of.ts';
import { defenseOf, saveReceipt, sentThrough } from '#lib/disputes/server/get-defenses.ts';
import { type Letter, letterPdf } from '#lib/disputes/server/letter-pdf.ts';
import { requestSync } from '#lib/disputes/server/request-sync.ts';
import {
  type LookUp,
  mayBeSent,
  type OperationKind,
  type OperationRow,
  type SentAgo,
} from '#lib/operations/server/kind.ts';
import { asAlreadyDone, isRefusedAs, nothingWasTried } from '#lib/operations/server/reconcile.ts';
import type { StoredProblem } from '#lib/operations/server/settle.ts';
import type { Call, DefenseForm, UploadFile } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { Defense } from '#lib/providers/records.ts';

/** What is sent, and the dispute before it: with this the look-up tells an older defense from this one. */
export type DefenseRequest = {
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
  lookUp: ({ row, request, port, call, ago }) =>
    port.disputes === undefined
      ? Promise.resolve({ found: 'unsure' })
      : lookUpDefense(port.disputes, row, request, { call, again: isDue(row, ago) }),
  refusal(error, row) {
    if (!mayBeSent(row)) return 'rejected';
    return error.details.provider?.code === 'PZK212' ? 'confirmed' : 'unknown';
  },
  async settled(tx, { row, request, state, value }) {
    await requestSync(tx, row.accountId);
    if (state !== 'confirmed') return;
    if (value?.form) await saveForm(tx, row.accountId, value.form);
    await saveReceipt(
      tx,
      { accountId: row.accountId, disputeId: row.target },
      {
        operationId: row.id,
        sentBy: row.operatorId,
        sentAt: row.sentAt ?? row.createdAt,
        receipt: {
          text: request.text,
          files: request.files.map(({ name, mimeType, size }) => ({ name, mimeType, size })),
          defense: value?.defense ?? null,
        },
      },
    );
  },
  showThere: ({ defense }) => existingAnswer(defense),
  show: (value) => ({ defense: value?.defense ? redact(value.defense) : null }),
  showOnce: async (_ctx, { accountId, target }) => {
    const sent = await sentThrough({ accountId, disputeId: target });
    return { defense: sent === null ? null : defenseOf(sent) };
  },
};

/** Removes texts and files: operation rows and repeated answers hold no personal data. */
const redact = (defense: Defense): Defense => ({ ...defense, text: null, files: [] });

/** The defense that already exists, sent from the provider's own panel. */
const existingAnswer = (defense: Defense | null) => ({
  defense: defense === null ? null : redact(defense),
  sentBy: null,
  at: defense?.createdAt ?? null,
});

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
  const { infraction, tellsDefenses } = await port.get(id, call);
  const { defenses, status } = infraction;
  return { defenses, status, reported: own !== null || tellsDefenses };
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
    .where(eq(disputeIndexes.accountId, accountId));
  return row?.form === 'multipart' || row?.form === 'json' ? row.form : null;
}

async function saveForm(tx: Transaction, accountId: string, defenseForm: DefenseForm): Promise<void> {
  await tx.update(disputeIndexes).set({ defenseForm }).where(eq(disputeIndexes.accountId, accountId));
}
