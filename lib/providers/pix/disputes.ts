import 'server-only';
import type { FieldFault } from '#lib/errors.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { type AdapterDeps, ended } from '#lib/providers/client/adapter-deps.ts';
import type { ChangeBody } from '#lib/providers/client/change.ts';
import { numbered, readPage } from '#lib/providers/client/numbered.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { INFRACTION_MUST } from '#lib/providers/dispute-fields.ts';
import { plainKey } from '#lib/providers/fields.ts';
import { toDefense, toInfraction, toInfractionDetail } from '#lib/providers/pix/map-disputes.ts';
import {
  readDefense,
  readDefenses,
  readInfraction,
  readInfractions,
} from '#lib/providers/pix/wire-disputes.ts';
import type { Call, Change, DefenseForm, Outcome, ProviderPort, UploadFile } from '#lib/providers/port.ts';
import type { Defense } from '#lib/providers/records.ts';
import { asAsked } from '#lib/providers/rows.ts';

/** Document 1, Infractions. */
export function disputesOf(deps: AdapterDeps): NonNullable<ProviderPort['disputes']> {
  const { client, readable, bare } = deps;
  return {
    async list(ask, call) {
      const { read, asOf } = await readPage(ask, async ({ page, limit }) => {
        const query = { page: String(page), limit: String(limit) };
        const { json, asOf } = await client.read('/user/infractions', query, call);
        return { read: readable(() => bare.judge(readInfractions(json), page === 1)), asOf };
      });
      return numbered(read.rows.map(toInfraction), read, ask, asOf, INFRACTION_MUST);
    },
    async get(id, call) {
      const path = `/user/infractions/${segment(id)}`;
      const { json, asOf } = await client.read(path, {}, call, { thing: true });
      return readable(() => toInfractionDetail(asAsked(readInfraction(json), id), json, asOf));
    },
    defenses: (id, call) => defensesOf(deps, id, call),
    defend: (id, defense, change) => defend(deps, id, defense, change),
  };
}

/** The account itself is refused: that says nothing of this route. */
const NO_ANSWER = new Set(['PZA203', 'PZA205']);

/** Null where the account may not read them: some services keep that to their own support. */
async function defensesOf(
  { client, readable }: AdapterDeps,
  id: string,
  call: Call,
): Promise<Defense[] | null> {
  try {
    const { json } = await client.read(`/user/infractions/${segment(id)}/defenses`, {}, call);
    return readable(() => readDefenses(json).map(toDefense));
  } catch (error) {
    const status = statusOf(error);
    const code = (error as { details?: { provider?: { code?: string | null } } }).details?.provider?.code;
    if ((status === 403 && !NO_ANSWER.has(code ?? '')) || status === 404 || status === 405) return null;
    throw error;
  }
}

type DefenseContent = { text: string; files: readonly UploadFile[]; form: DefenseForm | null };
type Sent = Outcome<{ defense: Defense; form: DefenseForm }>;

/** Document 1 names no body form: the adapter tries the other only on proof that the first was not read. */
async function defend(deps: AdapterDeps, id: string, given: DefenseContent, change: Change): Promise<Sent> {
  const [first, second] = formsOf(given);
  const made = await send(deps, id, given, first, change);
  if (second === null || made.kind !== 'refused' || !notRead(made)) return made;
  const again = await send(deps, id, given, second, change);
  // Neither form is taken: the first refusal says more than the second.
  return again.kind === 'refused' && (!again.sent || statusOf(again.error) === 415) ? made : again;
}

/** Files travel only in a form. */
function formsOf({ files, form }: DefenseContent): [DefenseForm, DefenseForm | null] {
  if (files.length > 0) return ['multipart', null];
  return form === 'json' ? ['json', 'multipart'] : ['multipart', 'json'];
}

async function send(
  deps: AdapterDeps,
  id: string,
  given: DefenseContent,
  form: DefenseForm,
  change: Change,
): Promise<Sent> {
  const outcome = await deps.client.change(
    'POST',
    `/user/infractions/${segment(id)}/defenses`,
    bodyOf(given, form),
    change,
    { thing: true, patient: true },
  );
  return ended(deps.readable, outcome, ({ json }) => ({ defense: toDefense(readDefense(json)), form }));
}

function bodyOf({ text, files }: DefenseContent, form: DefenseForm): ChangeBody {
  if (form === 'json') return { json: { defense: text } };
  return { form: [{ name: 'defense', text }, ...files.map((file) => ({ name: 'files', file }))] };
}

const OURS = /^(body|data)?(defense|files)/;
const MISSING = /requir|obrigat|missing|ausente|undefined|empty|vazi/i;

/** 415; or a 400 that names none of our fields, or names the text as missing though it was there. */
function notRead({ error, sent }: Extract<Sent, { kind: 'refused' }>): boolean {
  const status = statusOf(error);
  if (!sent || (status !== 415 && status !== 400)) return false;
  const ours = ({ field, message }: FieldFault) => OURS.test(plainKey(field)) && !MISSING.test(message);
  return status === 415 || !(error.details.fields ?? []).some(ours);
}
