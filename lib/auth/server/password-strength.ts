import 'server-only';
import { readPolicies } from '#lib/auth/server/policies.ts';
import { GuicheError } from '#lib/core/errors.ts';

/** Of zxcvbn's 0 to 4: fewer than 10^8 guesses for whoever knows the lists and the person. */
const LEAST_SCORE = 3;
/**
 * Judging takes longer the longer the text and the more spellings it may stand for, and nobody else is answered
 * meanwhile: so much of it has to be good by itself, which takes some ten milliseconds at most.
 */
const JUDGED_LETTERS = 20;
const MOST_SPELLINGS = 2;

type Person = { name: string; email: string };

let loading: Promise<(password: string, own: string[]) => number> | undefined;

/** Its lists are 37 MB in memory: they come with the first password that is set, never with a sign-in. */
async function load() {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const judge = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: MOST_SPELLINGS,
  });
  return (password: string, own: string[]) => judge.check(password.slice(0, JUDGED_LETTERS), own).score;
}

/** Tells if the password is, or is made of, common ones or the person's own name and address. */
export async function isGuessable(password: string, { name, email }: Person): Promise<boolean> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  const [local = '', host = ''] = email.split('@');
  const joined = [name, local].map((text) => text.replace(/[^\p{L}\p{N}]/gu, ''));
  const pieces = `${name} ${local} ${host}`.split(/[\s._+-]+/);
  const own = [email, local, host, name, ...joined, ...pieces, 'guiche', 'guichê'];
  const score = await loading;
  const words = own
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase().slice(0, JUDGED_LETTERS));
  return score(password, [...new Set(words)]) < LEAST_SCORE;
}

/** For every place that sets a password: GuicheError `invalid_request` at its field, shorter than the policy or guessable. */
export async function refuseWeak(typed: string, person: Person, field = 'password'): Promise<void> {
  const password = typed.normalize('NFKC');
  const { passwordLength } = await readPolicies();
  const short = [...password].length < passwordLength;
  if (short || (await isGuessable(password, person)))
    throw new GuicheError('invalid_request', 'The password is too short or easy to guess.', {
      fields: [{ field, message: short ? 'short' : 'guessable' }],
    });
}
