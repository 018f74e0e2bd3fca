import 'server-only';
import { z } from 'zod';
import { filterStore } from '#lib/api/stored-filter.ts';
import { disputesList } from '#lib/disputes/disputes.list.ts';
import { storedShape } from '#lib/list/query-schema.ts';

/** A payer's name or document, kept by `POST /transactions/filters`: all lists of payments search by the same. */
export const { storedFilter } = filterStore(z.strictObject(storedShape(disputesList)));
