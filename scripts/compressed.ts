import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { acceptedCoding } from './accepted-coding.ts';

/** Of answers made anew for each request. */
const BROTLI_QUALITY = 4;

const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Known = 'br' | 'gzip';
export type Coding = Known | undefined;

export const codingOf = (request: IncomingMessage): Coding => acceptedCoding(request, ['br', 'gzip']);

/** In a thread beside this one. */
export const compressedText = (text: Buffer, coding: Known): Promise<Buffer> =>
  coding === 'br' ? brotli(text, { params }) : gzipped(text);

/** Each part is flushed: what is there is seen while the rest is still being made. */
export const compressor = (coding: Known): Transform =>
  coding === 'br'
    ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params })
    : createGzip({ flush: constants.Z_SYNC_FLUSH });
