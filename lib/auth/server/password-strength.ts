import 'server-only';
import { readPolicies } from '#lib/auth/server/policies.ts';
import { GuicheError } from '#lib/core/errors.ts';

/**
 * zxcvbn's score, 0 to 4. A lower score means fewer than 10^8 guesses for someone with the lists and the
 * person's data.
 */
const LEAST_SCORE = 3;
/**
 * Checking blocks the process, longer for longer texts and more l33t spellings. The first 20 letters must be
 * strong by themselves; that takes about ten milliseconds at most.
 */
const CHECKED_LETTERS = 20;
const MOST_SPELLINGS = 2;

type Person = { name: string; email: string };

let loading: Promise<(password: string, own: string[]) => number> | undefined;

/** The lists take 37 MB of memory: they load when a password is first set, never for a sign-in. */
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
  return (password: string, own: string[]) => judge.check(password.slice(0, CHECKED_LETTERS), own).score;
}

/** True when the password is common, or made of common words or of the person's name and address. */
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
  const terms = own
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase().slice(0, CHECKED_LETTERS));
  return score(password, [...new Set(terms)]) < LEAST_SCORE;
}

/**
 * Every place that sets a password calls this. GuicheError `invalid_request` at `field` when the password is
 * shorter than the policy or guessable.
 */
export async function refuseWeak(typed: string, person: Person, field = 'password'): Promise<void> {
  const password = typed.normalize('NFKC');
  const { passwordLength } = await readPolicies();
  const short = [...password].length < passwordLength;
  if (short || (await isGuessable(password, person)))
    throw new GuicheError('invalid_request', 'The password is too short or easy to guess.', {
      fields: [{ field, message: short ? 'short' : 'guessable' }],
    });
}
