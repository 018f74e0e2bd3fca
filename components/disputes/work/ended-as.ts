import { endingOf } from '#lib/disputes/rules.ts';

/** An earlier defense is told by its result alone. */
export const endedAs = ({ result }: { result: string | null }) => endingOf({ status: null, result });
